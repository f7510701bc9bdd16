import { isOfState } from "@portico/protocols";
import type { PositionRow } from "@portico/store";
import type { PinnedChain } from "../chains/chainSurvey.ts";

/** Maximum age of accruing figures, s. */
const FRESH_SECONDS = 60;
/** Maximum age while they are refreshed, s. */
const USABLE_SECONDS = 600;

/** How to use stored positions: `use` them, use them and `refresh` in the background, or `read` before responding. */
export type RowVerdict = "read" | "refresh" | "use";

/**
 * Judged by the timestamp of the chain's pinned block, never by the clock.
 * @param stateKey - Current result of stateKeyOf. A record with another was read with different receipts.
 */
export function judgeRow(
  row: PositionRow | undefined,
  { blockNumber, hash, timeAt }: PinnedChain,
  stateKey: string,
): RowVerdict {
  if (row === undefined || row.blockNumber > blockNumber || !isOfState(row.text, stateKey)) return "read";
  if (row.blockNumber === blockNumber) return row.blockHash === hash ? "use" : "read";
  const age = timeAt - row.timeAt;
  if (row.isChangedSince || age > USABLE_SECONDS) return "read";
  return age <= FRESH_SECONDS ? "use" : "refresh";
}
