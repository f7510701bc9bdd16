import { equalBytes, topics } from "@portico/evm";
import { LogPart, NO_HASH, toHashView } from "../source/logBatch.ts";
import type { LogBatch } from "../source/logBatch.ts";

const WORD = 32;
const ADDRESS = 20;
const [FIRST, SECOND] = [LogPart.topics + WORD, LogPart.topics + 2 * WORD];
const TRANSFER = toHashView(topics.transfer);
const DEPOSIT = toHashView(topics.wrappedDeposit);

/** Between the two are the logs of the account that receives the coin. */
const MAX_APART = 32;

/**
 * Whether a Transfer from or to the zero address reports the same wrap or unwrap, as it does for wrapped coins built on
 * a library's ERC-20 (Scroll, Berachain): then it is one movement with two events.
 * @param wrap - The number of a log with two topics.
 */
export function isDuplicateEvent(batch: LogBatch, wrap: number): boolean {
  const last = Math.min(batch.count - 1, wrap + MAX_APART);
  for (let log = Math.max(0, wrap - MAX_APART); log <= last; log++) {
    const isNear =
      batch.topicCounts[log] === 3 &&
      batch.txIndexes[log] === batch.txIndexes[wrap] &&
      batch.blockNumbers[log] === batch.blockNumbers[wrap];
    if (isNear && isSameMove(batch, log, wrap)) return true;
  }
  return false;
}

function isSameMove(batch: LogBatch, transfer: number, wrap: number): boolean {
  const { view, starts, dataLengths } = batch;
  const [at, wrapAt] = [starts[transfer]!, starts[wrap]!];
  const isDeposit = equalBytes(view, wrapAt + LogPart.topics, DEPOSIT, 0, WORD);
  const [zero, owner] = isDeposit ? [FIRST, SECOND] : [SECOND, FIRST];
  return (
    equalBytes(view, at + LogPart.topics, TRANSFER, 0, WORD) &&
    equalBytes(view, at + LogPart.address, view, wrapAt + LogPart.address, ADDRESS) &&
    equalBytes(view, at + zero, NO_HASH, 0, WORD) &&
    equalBytes(view, at + owner, view, wrapAt + FIRST, WORD) &&
    Math.min(dataLengths[transfer]!, dataLengths[wrap]!) >= WORD &&
    equalBytes(view, batch.dataStart(transfer), view, batch.dataStart(wrap), WORD)
  );
}
