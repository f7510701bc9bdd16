import { isHash } from "@portico/evm";
import type { FoundTransaction } from "../callSource.ts";
import { InvalidReplyError } from "./invalidReplyError.ts";

/** Blocks of a request, both inclusive. */
export interface BlockRange {
  fromBlock: bigint;
  toBlock: bigint;
}

/** A transaction as a method's result names it, if it is within the requested blocks. @throws InvalidReplyError */
export function readFound(
  method: string,
  { hash, blockNumber }: { hash?: unknown; blockNumber?: unknown },
  { fromBlock, toBlock }: BlockRange,
): FoundTransaction {
  const found = typeof hash === "string" ? hash.toLowerCase() : hash;
  if (!isHash(found)) throw new InvalidReplyError(method, "a transaction has no valid hash");
  const block = readBlockNumber(blockNumber);
  if (block === undefined) throw new InvalidReplyError(method, `transaction ${found} has no valid block number`);
  if (block < fromBlock || block > toBlock)
    throw new InvalidReplyError(method, `transaction ${found} is in block ${block}, not in ${fromBlock} to ${toBlock}`);
  return { hash: found, blockNumber: block };
}

/** Traces have numbers instead of hex. */
function readBlockNumber(value: unknown): bigint | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === "string" && /^0x[0-9a-f]{1,16}$/i.test(value) ? BigInt(value) : undefined;
}

/** @returns each transaction once, newest first. */
export function sortFound(transactions: Iterable<FoundTransaction>): FoundTransaction[] {
  const byHash = new Map([...transactions].map((transaction) => [transaction.hash, transaction] as const));
  return [...byHash.values()].toSorted((a, b) => Number(b.blockNumber - a.blockNumber));
}
