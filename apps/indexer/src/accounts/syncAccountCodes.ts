import { findDelegate, isContractCode, readHasCode } from "@portico/evm";
import type { Address, Hex, Rpc } from "@portico/evm";
import { findChainState, holdChain, inTransaction, listUnreadAccounts, writeAccountCodes } from "@portico/store";
import { numberToHex } from "viem";
import { runRounds } from "../runRounds.ts";
import type { SideWork } from "../sideWork.ts";

const POLL_MS = 10_000;
/** Code is up to 24 kB. */
const AT_ONCE = 100;

/** Reads, in a side job until the signal aborts, whether accounts have code of their own, or delegate to a contract. Failures are logged and retried. */
export async function syncAccountCodes(work: SideWork): Promise<void> {
  const { log, signal } = work;
  const onError = (error: unknown): void => log.warn({ err: error }, "reading the code of accounts failed; retrying");
  await runRounds({ signal, pauseMs: POLL_MS, onError }, async () =>
    (await updateAccountCodes(work)) < AT_ONCE ? "rest" : "more",
  );
}

/**
 * Reads accounts that wait, at the chain's stored head, once there is one.
 * @returns how many.
 */
export async function updateAccountCodes({ db, chain, rpc }: Pick<SideWork, "chain" | "db" | "rpc">): Promise<number> {
  const head = (await findChainState(db, chain.slug))?.balances;
  const addresses = head === undefined ? [] : await listUnreadAccounts(db, chain.slug, AT_ONCE);
  if (head === undefined || addresses.length === 0) return 0;
  const haveCode = await readHasCode(rpc, addresses, { blockNumber: head.blockNumber });
  const accounts = await Promise.all(
    addresses.map(async (address, index) => {
      const code = haveCode[index] === true ? await readCode(rpc, address, head.blockNumber) : "0x";
      return { address, hasCode: isContractCode(code), delegate: findDelegate(code) };
    }),
  );
  const isStored = await inTransaction(db, async (tx) => {
    const isHead = await holdChain(tx, chain.slug, head);
    if (isHead) await writeAccountCodes(tx, chain.slug, head, accounts);
    return isHead;
  });
  return isStored ? accounts.length : 0;
}

const readCode = (rpc: Rpc, address: Address, blockNumber: bigint): Promise<Hex> =>
  rpc.request({ method: "eth_getCode", params: [address, numberToHex(blockNumber)] });
