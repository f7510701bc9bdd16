import type { Address, Rpc } from "@portico/evm";
import type { CallSource, FoundTransaction, TransactionPage } from "../callSource.ts";
import { areConsistent, readBody } from "../transactionBody.ts";
import type { TransactionBody } from "../transactionBody.ts";
import { InvalidReplyError } from "./invalidReplyError.ts";
import { readFound, sortFound } from "./readFound.ts";

export const OTS_SEARCH = "ots_searchTransactionsBefore";
/** The largest that Erigon accepts unless it is configured otherwise. */
const PAGE_SIZE = 25;

/** @see https://docs.otterscan.io/api-docs/ots-api */
interface SearchPage {
  /** Newest first. */
  transactions: FoundTransaction[];
  /** Whether there is nothing earlier. */
  isLast: boolean;
}

/**
 * Transactions whose calls name an owner, with their bodies, by the index of Erigon and its descendants.
 * @param pageSize - At least 2.
 */
export const createOtterscanSource = (rpc: Rpc, pageSize = PAGE_SIZE): CallSource => ({
  name: "ots",
  hasInternal: true,
  async findPage(owner, toBlock, signal) {
    signal.throwIfAborted();
    if (toBlock === 0n) return { fromBlock: 0n, transactions: [] }; // genesis has none, and "before 1" is from the head on Erigon
    const { transactions, isLast } = await searchBefore(rpc, owner, toBlock + 1n, pageSize);
    if (isLast) return { fromBlock: 0n, transactions };
    const oldest = transactions.at(-1)!.blockNumber;
    if (transactions.length > pageSize) return toPage(oldest, transactions); // only a whole block exceeds it
    const newer = transactions.filter(({ blockNumber }) => blockNumber > oldest);
    if (newer.length > 0) return toPage(oldest + 1n, newer); // by the specification the oldest block is whole, too
    if (transactions.length === pageSize) await assertWhole(rpc, owner, toBlock + 1n, transactions);
    return toPage(oldest, transactions);
  },
});

const toPage = (fromBlock: bigint, transactions: FoundTransaction[]): TransactionPage => ({
  fromBlock: fromBlock === 1n ? 0n : fromBlock,
  transactions,
});

/** @throws InvalidReplyError if a smaller page has less of the block: then this one may lack some of it, too. */
async function assertWhole(
  rpc: Rpc,
  owner: Address,
  before: bigint,
  transactions: readonly FoundTransaction[],
): Promise<void> {
  const smaller = await searchBefore(rpc, owner, before, transactions.length - 1);
  if (smaller.transactions.length < transactions.length)
    throw new InvalidReplyError(OTS_SEARCH, `pages contain parts of block ${transactions[0]!.blockNumber}`);
}

/**
 * @param before - Exclusive, at least 2.
 * @throws InvalidReplyError
 */
export async function searchBefore(rpc: Rpc, owner: Address, before: bigint, pageSize: number): Promise<SearchPage> {
  const read = (result: SearchResult | null): SearchPage => readPage(result, before, pageSize);
  const result = await rpc.send<SearchResult | null>({
    method: OTS_SEARCH,
    params: [owner, Number(before), pageSize],
    compact: compactResult,
    check: (answer) => void read(answer),
  });
  return read(result);
}

interface SearchResult {
  txs: { hash: unknown; blockNumber: unknown; body: TransactionBody | undefined }[];
  lastPage: unknown;
}

/** Of receipts without logs only the timestamps, apart from transfers. */
function compactResult(result: unknown): SearchResult | null {
  if (typeof result !== "object" || result === null || !("txs" in result) || !Array.isArray(result.txs)) return null;
  const receipts: readonly unknown[] = "receipts" in result && Array.isArray(result.receipts) ? result.receipts : [];
  const areWhole = receipts.some(hasLogs);
  const txs = (result.txs as readonly unknown[]).map((one, at) => compactFound(one, receipts[at], areWhole));
  const bodies = txs.map(({ body }) => body).filter((body) => body !== undefined);
  const areUsable = areConsistent(bodies);
  return {
    txs: txs.map((one) => ({ ...one, body: areUsable ? one.body : undefined })),
    lastPage: "lastPage" in result ? result.lastPage : undefined,
  };
}

function hasLogs(receipt: unknown): boolean {
  const { logs } = (receipt ?? {}) as { logs?: unknown };
  return Array.isArray(logs) && logs.length > 0;
}

function compactFound(transaction: unknown, receipt: unknown, areWhole: boolean): SearchResult["txs"][number] {
  const { hash, blockNumber } = (transaction ?? {}) as { hash?: unknown; blockNumber?: unknown };
  const { transactionHash } = (receipt ?? {}) as { transactionHash?: unknown };
  return { hash, blockNumber, body: transactionHash === hash ? readBody(transaction, receipt, areWhole) : undefined };
}

function readPage(result: SearchResult | null, before: bigint, pageSize: number): SearchPage {
  if (result === null) throw new InvalidReplyError(OTS_SEARCH, "no page of transactions");
  if (typeof result.lastPage !== "boolean") throw new InvalidReplyError(OTS_SEARCH, "no valid lastPage");
  const range = { fromBlock: 1n, toBlock: before - 1n };
  const transactions = result.txs.map(({ body, ...one }) => ({ ...readFound(OTS_SEARCH, one, range), body }));
  if (transactions.some(({ blockNumber }, at) => at > 0 && blockNumber > transactions[at - 1]!.blockNumber))
    throw new InvalidReplyError(OTS_SEARCH, "transactions are not in order, newest first");
  // Reth marks a page that reached genesis before it was cut as the last one
  const isLast = result.lastPage && transactions.length < pageSize;
  if (transactions.length === 0 && !isLast)
    throw new InvalidReplyError(OTS_SEARCH, "an empty page is not marked as the last one");
  return { transactions: sortFound(transactions), isLast };
}
