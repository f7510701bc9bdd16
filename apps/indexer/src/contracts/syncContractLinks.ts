import { readContractLinks } from "@portico/evm";
import { createContractNames } from "@portico/protocols";
import { findChainState, holdChain, inTransaction, listUnreadLinks, writeContractLinks } from "@portico/store";
import type { BlockRef } from "@portico/store";
import { runRounds } from "../runRounds.ts";
import type { SideWork } from "../sideWork.ts";
import { createScanPace, scanNext } from "./scanHistory.ts";
import type { ScanPace } from "./scanHistory.ts";

/** A chain reads at most 600 contracts a minute: about six requests each, and a few aggregates. */
const POLL_MS = 10_000;
const AT_ONCE = 100;
/** Further blocks are searched only while fewer contracts wait, and this often in a round. */
const SCANS_AT_ONCE = 4;

type LinkWork = Pick<SideWork, "chain" | "db" | "rpc">;

/**
 * Finds, in a side job until the signal aborts, the contracts that histories point at and that nothing names, and reads
 * once which other contracts they belong to. Failures are logged and retried.
 */
export async function syncContractLinks(work: SideWork): Promise<void> {
  const { log, signal } = work;
  const pace = createScanPace();
  const onError = (error: unknown): void => log.warn({ err: error }, "reading links of contracts failed; retrying");
  await runRounds({ signal, pauseMs: POLL_MS, onError }, async () => {
    await updateContractLinks(work, pace);
    return "rest";
  });
}

/**
 * One round, at the chain's stored head, once there is one.
 * @returns how many contracts were read.
 */
export async function updateContractLinks(work: LinkWork, pace: ScanPace): Promise<number> {
  const head = (await findChainState(work.db, work.chain.slug))?.balances;
  if (head === undefined) return 0;
  let waiting = await listUnreadLinks(work.db, work.chain.slug, AT_ONCE);
  for (let scans = 0; waiting.length < AT_ONCE && scans < SCANS_AT_ONCE; scans++) {
    if (!(await scanNext(work, names, head, pace))) break;
    waiting = await listUnreadLinks(work.db, work.chain.slug, AT_ONCE);
  }
  return waiting.length > 0 && (await readAll(work, waiting, head)) ? waiting.length : 0;
}

/** An operator's names may change: what they name is read as well. */
const names = createContractNames();

/** @returns false if the head was replaced concurrently: then nothing is stored. */
async function readAll(
  { db, chain, rpc }: LinkWork,
  addresses: Awaited<ReturnType<typeof listUnreadLinks>>,
  head: BlockRef,
): Promise<boolean> {
  const links = await readContractLinks(rpc, addresses, head);
  const rows = addresses.map((address, index) => ({ address, ...links[index]! }));
  return await inTransaction(db, async (tx) => {
    const isHead = await holdChain(tx, chain.slug, head);
    if (isHead) await writeContractLinks(tx, chain.slug, head.blockNumber, rows);
    return isHead;
  });
}
