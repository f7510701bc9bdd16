import { isOfFacts } from "@portico/protocols";
import type { PositionRow } from "@portico/store";
import type { PinnedChain } from "../chains/chainSurvey.ts";

/** What accrues by itself may be so old, s. */
const FRESH_SECONDS = 60;
/** So old it is still answered while it is read again, s. */
const USABLE_SECONDS = 600;

/** What a stored reading is good for: `use` it, use it and read again (`refresh`), or `read` before anything is answered. */
export type RowVerdict = "read" | "refresh" | "use";

/**
 * Judged by the time of the chain's pinned block, never by the clock.
 * @param facts - Of who is asked for, now: of factsOf. What was read by others knew of other receipts.
 */
export function judgeRow(
  row: PositionRow | undefined,
  { blockNumber, hash, timeAt }: PinnedChain,
  facts: string,
): RowVerdict {
  if (row === undefined || row.blockNumber > blockNumber || !isOfFacts(row.text, facts)) return "read";
  if (row.blockNumber === blockNumber) return row.blockHash === hash ? "use" : "read";
  const age = timeAt - row.timeAt;
  if (row.isChangedSince || age > USABLE_SECONDS) return "read";
  return age <= FRESH_SECONDS ? "use" : "refresh";
}
