import { findCause, isPruned, max, min, RpcCallError } from "@portico/evm";
import type { Address, LogSpan } from "@portico/evm";
import {
  advanceHolderScan,
  holdChain,
  inTransaction,
  listTokenHolders,
  listTokensByAddress,
  refuseHolderScan,
  upsertTokens,
  writeTokenHolders,
} from "@portico/store";
import type { BlockRef, HolderScan, HolderScanStep } from "@portico/store";
import type { SideWork } from "../sideWork.ts";
import { readOnceBalances } from "../state/readOnceBalances.ts";
import { describeTokens } from "../tokens/describeTokens.ts";
import { findCodeBlocks } from "../tokens/findCodeBlocks.ts";
import { HolderRefusal } from "./holderRefusal.ts";
import {
  MIN_LOG_BLOCKS,
  readNamedAccounts,
  readNewestAccounts,
  REQUESTS_AT_ONCE,
  toTooSmall,
} from "./readNamedAccounts.ts";

/** Of one token. */
const MAX_LOGS = 1_000_000;
const MAX_REQUESTS = 10_000;
const MAX_ACCOUNTS = 100_000;
/** Blocks of one request. */
const SPAN = { first: 1_000, max: 10_000 };
/** Balances in one call. */
const CHUNK_SIZE = 600;

type ScanWork = Pick<SideWork, "chain" | "db" | "rpc" | "signal">;

interface Step {
  /** The chain's stored head. */
  head: BlockRef;
  spans: Map<Address, LogSpan>;
}

/**
 * One step of the search for a token's holders: some of its logs, from its creation to the head; then the balances of
 * all accounts that the logs name, at the head. @returns whether the scan ended, with holders or a refusal.
 */
export async function scanHolders(work: ScanWork, scan: HolderScan, { head, spans }: Step): Promise<boolean> {
  const { chain, db } = work;
  try {
    const fromBlock = scan.fromBlock ?? (await findStart(work, scan.token, head.blockNumber));
    const span = spans.get(scan.token) ?? { blocks: SPAN.first, max: SPAN.max };
    spans.set(scan.token, span);
    return await advance(work, { ...scan, fromBlock }, { head, span });
  } catch (error) {
    if (!(error instanceof HolderRefusal)) throw error;
    await inTransaction(db, (tx) => refuseHolderScan(tx, chain.slug, scan.token, error.message));
    return true;
  }
}

/** The token's first block; where the node lacks old state, the chain's. */
async function findStart({ rpc, signal }: ScanWork, token: Address, head: bigint): Promise<bigint> {
  try {
    const [block = head] = await findCodeBlocks(rpc, [token], { head, signal });
    return block;
  } catch (error) {
    if (findCause(error, RpcCallError) === undefined) throw error;
    return 0n;
  }
}

async function advance(
  work: ScanWork,
  scan: HolderScan & { fromBlock: bigint },
  { head, span }: { head: BlockRef; span: LogSpan },
): Promise<boolean> {
  const { chain, db } = work;
  const { token, fromBlock, nextBlock = fromBlock } = scan;
  const blocks = await limitBlocks(work, scan, { head, span });
  const toBlock = min(head.blockNumber, nextBlock + BigInt(blocks * REQUESTS_AT_ONCE) - 1n);
  const range = { token, fromBlock: nextBlock, toBlock, maxLogs: MAX_LOGS - scan.logCount };
  const found = await readNamedAccounts(work, range, span).catch((error: unknown) => {
    throw isHistoryPruned(error) ? new HolderRefusal("the node has no logs of the token's first blocks") : error;
  });
  const isLast = toBlock === head.blockNumber;
  if (isLast) await readNewestAccounts(work, token, { head, fromBlock, found: found.named });
  const step: HolderScanStep = {
    fromBlock,
    nextBlock: max(nextBlock, toBlock + 1n),
    logs: found.logs,
    requests: found.requests,
    isFungible: found.named.isFungible,
    owners: found.named.accounts,
  };
  const stored = await inTransaction(db, async (tx) => {
    const isHeld = await holdChain(tx, chain.slug, head);
    if (isHeld) await advanceHolderScan(tx, chain.slug, token, step);
    return isHeld;
  });
  const isFungible = scan.isFungible || step.isFungible;
  return stored && isLast && (await readHolders(work, { token, isFungible }, head));
}

/** @returns the blocks of one request. @throws HolderRefusal if the node is too small for the token. */
async function limitBlocks(
  { rpc }: ScanWork,
  { fromBlock, nextBlock = fromBlock ?? 0n, requestCount }: HolderScan,
  { head, span }: { head: BlockRef; span: LogSpan },
): Promise<number> {
  const { logBlocks } = await rpc.readLimits();
  if (logBlocks !== undefined && logBlocks < MIN_LOG_BLOCKS) throw toTooSmall(logBlocks);
  const blocks = Math.min(span.blocks, logBlocks ?? span.max);
  const left = Number(head.blockNumber - nextBlock + 1n);
  if (requestCount + left / Math.min(logBlocks ?? span.max, span.max) > MAX_REQUESTS) {
    throw new HolderRefusal(
      `the node's eth_getLogs takes more than ${MAX_REQUESTS} requests for the ${left} blocks since the token's first one`,
    );
  }
  return blocks;
}

/** Balances of all accounts, at the head. @returns whether they are stored: the head may have been removed since. */
async function readHolders(
  work: ScanWork,
  { token, isFungible }: { token: Address; isFungible: boolean },
  head: BlockRef,
): Promise<boolean> {
  const { chain, db } = work;
  const accounts = isFungible ? await listTokenHolders(db, chain.slug, token, MAX_ACCOUNTS + 1) : [];
  if (accounts.length > MAX_ACCOUNTS) throw new HolderRefusal(`its logs name more than ${MAX_ACCOUNTS} accounts`);
  const pairs = accounts.map((owner) => ({ owner, token }));
  const [read, described] = await Promise.all([
    readOnceBalances({ ...work, chain: chain.slug }, pairs, { ...head, chunkSize: CHUNK_SIZE }),
    describeUnknown(work, accounts.length === 0 ? [] : [token], head),
  ]);
  const balances = read.filter((balance) => balance.token === token);
  return await inTransaction(db, async (tx) => {
    if (!(await holdChain(tx, chain.slug, head))) return false;
    await upsertTokens(tx, described);
    await writeTokenHolders(tx, chain.slug, token, { block: head, balances });
    return true;
  });
}

async function describeUnknown(work: ScanWork, tokens: readonly Address[], head: BlockRef) {
  const known = await listTokensByAddress(work.db, work.chain.slug, tokens);
  const described = new Set(known.flatMap(({ address, metadataBlock }) => (metadataBlock === null ? [] : [address])));
  return await describeTokens(
    work,
    tokens.filter((token) => !described.has(token)),
    head,
  );
}

function isHistoryPruned(error: unknown): boolean {
  const refused = findCause(error, RpcCallError);
  return refused !== undefined && isPruned(refused);
}
