import { equalBytes, topics } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { TwinSighting } from "@portico/store";
import { LogPart, toHashView } from "../source/logBatch.ts";
import type { LogBatch } from "../source/logBatch.ts";

const WORD = 32;
const ADDRESS = 20;
const TRANSFER = toHashView(topics.transfer);
const [FROM, TO] = [LogPart.topics + WORD, LogPart.topics + 2 * WORD];

/** By `token twin`. */
export type TwinSightings = Map<string, TwinSighting>;

/**
 * Sub-index of a Transfer's legs: 0, or TWIN_FIRST or TWIN_SECOND if the log directly after or before it is another
 * contract's Transfer of the same amount between the same accounts, in the same transaction.
 */
export function findTwinSide(batch: LogBatch, log: number): number {
  if (batch.topicCounts[log] !== 3 || batch.dataLengths[log]! < WORD) return 0;
  if (isTwin(batch, log, log - 1)) return TWIN_SECOND;
  return isTwin(batch, log, log + 1) ? TWIN_FIRST : 0;
}

const TWIN_FIRST = 1;
const TWIN_SECOND = 2;

/** Records the sighting of a log with that sub-index. */
export function addTwin(sightings: TwinSightings, batch: LogBatch, log: number, side: number): void {
  if (side !== TWIN_SECOND) return;
  const [token, twin] = [addressOf(batch, log), addressOf(batch, log - 1)];
  const key = `${token} ${twin}`;
  const known = sightings.get(key) ?? { token, twin, blockNumber: BigInt(batch.blockNumbers[log]!), count: 0 };
  known.count++;
  sightings.set(key, known);
}

/** The cheapest comparison comes first: nearly all logs differ by it. */
function isTwin(batch: LogBatch, log: number, other: number): boolean {
  const { view, starts, topicCounts, dataLengths, txIndexes, blockNumbers } = batch;
  if (other < 0 || other >= starts.length || topicCounts[other] !== 3 || dataLengths[other]! < WORD) return false;
  const [at, otherAt] = [starts[log]!, starts[other]!];
  const [data, otherData] = [batch.dataStart(log), batch.dataStart(other)];
  return (
    view.getUint32(data + WORD - 4) === view.getUint32(otherData + WORD - 4) &&
    txIndexes[log] === txIndexes[other] &&
    blockNumbers[log] === blockNumbers[other] &&
    equalBytes(view, data, view, otherData, WORD) &&
    equalBytes(view, at + FROM, view, otherAt + FROM, WORD) &&
    equalBytes(view, at + TO, view, otherAt + TO, WORD) &&
    equalBytes(view, otherAt + LogPart.topics, TRANSFER, 0, WORD) &&
    !equalBytes(view, at + LogPart.address, view, otherAt + LogPart.address, ADDRESS) &&
    !isZero(view, data)
  );
}

/** Zero amounts move nothing, and are often sent in bulk. */
function isZero(view: DataView, at: number): boolean {
  for (let byte = 0; byte < WORD; byte += 4) if (view.getUint32(at + byte) !== 0) return false;
  return true;
}

const addressOf = ({ bytes, starts }: LogBatch, log: number): Address => {
  const at = starts[log]! + LogPart.address;
  return `0x${bytes.toString("hex", at, at + ADDRESS)}`;
};
