import { equalBytes, topics } from "@portico/evm";
import { LogPart, NO_HASH, toHashView } from "../source/logBatch.ts";
import type { LogBatch } from "../source/logBatch.ts";
import { hasNearbyTransfer } from "./nearbyTransfer.ts";

const WORD = 32;
const DEPOSIT = toHashView(topics.wrappedDeposit);

/**
 * Whether a Transfer from or to the zero address reports the same wrap or unwrap, as it does for wrapped coins built on
 * a library's ERC-20 (Scroll, Berachain): then it is one movement with two events.
 * @param wrap - The number of a log with two topics.
 */
export function isDuplicateEvent(batch: LogBatch, wrap: number): boolean {
  const { view, starts, dataLengths } = batch;
  const at = starts[wrap]! + LogPart.topics;
  const isDeposit = equalBytes(view, at, DEPOSIT, 0, WORD);
  return hasNearbyTransfer(batch, wrap, (from, to, transfer) => {
    const [zero, owner] = isDeposit ? [from, to] : [to, from];
    return (
      equalBytes(view, zero, NO_HASH, 0, WORD) &&
      equalBytes(view, owner, view, at + WORD, WORD) &&
      Math.min(dataLengths[transfer]!, dataLengths[wrap]!) >= WORD &&
      equalBytes(view, batch.dataStart(transfer), view, batch.dataStart(wrap), WORD)
    );
  });
}
