import { equalBytes, topics } from "@portico/evm";
import { LogPart, toHashView } from "../source/logBatch.ts";
import type { LogBatch } from "../source/logBatch.ts";

const WORD = 32;
const ADDRESS = 20;
const TRANSFER = toHashView(topics.transfer);

/** Logs of one movement are near each other; between them are those of an account that receives the coin. */
const MAX_APART = 32;

/** @param transfer - The number of a log; `from` and `to` are the starts of its words with the accounts. */
type MatchTransfer = (from: number, to: number, transfer: number) => boolean;

/**
 * Whether the contract of a log emitted a Transfer between indexed accounts that matches, in the same transaction, at most
 * `maxApart` logs before or after it.
 */
export function hasNearbyTransfer(
  batch: LogBatch,
  log: number,
  matches: MatchTransfer,
  maxApart: number = MAX_APART,
): boolean {
  const { view, starts, topicCounts, txIndexes, blockNumbers } = batch;
  const address = starts[log]! + LogPart.address;
  for (const step of [-1, 1]) {
    for (let apart = 1; apart <= maxApart; apart++) {
      const other = log + step * apart;
      if (txIndexes[other] !== txIndexes[log] || blockNumbers[other] !== blockNumbers[log]) break;
      const at = starts[other]! + LogPart.topics;
      const isTransfer =
        topicCounts[other] === 3 &&
        equalBytes(view, at, TRANSFER, 0, WORD) &&
        equalBytes(view, starts[other]! + LogPart.address, view, address, ADDRESS);
      if (isTransfer && matches(at + WORD, at + 2 * WORD, other)) return true;
    }
  }
  return false;
}
