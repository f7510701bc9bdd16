import type { Address } from "@portico/evm";
import { findFirstMovement, MARK_SECONDS, type Store } from "@portico/store";
import type { SyncedChain } from "../chains/chainSurvey.ts";

/** The length of a curve. */
export interface CurveSpan {
  /** Seconds between two points, a multiple of MARK_SECONDS. */
  readonly step: number;
  /** Number of points. */
  readonly count: number;
  /** Whether it leaves out points whose value isn't known. */
  readonly isLong: boolean;
}

/** By the parameter `days`. */
const SPANS = {
  1: { step: 300, count: 288, isLong: false },
  7: { step: 3600, count: 168, isLong: false },
  30: { step: 14_400, count: 180, isLong: true },
  365: { step: 86_400, count: 365, isLong: true },
} as const;

/** The value of the parameter for all that is known. */
const ALL = 0;
export type CurveDays = typeof ALL | keyof typeof SPANS;

/** Steps to the first movement. */
const MAX_STEPS = 365;

/** The span of a curve that ends at the latest block of these chains. */
export async function findCurveSpan(
  db: Store,
  { owner, chains }: { readonly owner: Address; readonly chains: readonly string[] },
  days: CurveDays,
  synced: readonly SyncedChain[],
): Promise<CurveSpan> {
  if (days !== ALL) return SPANS[days];
  const end = Math.max(0, ...synced.map(({ timeAt }) => timeAt));
  const start = (await findFirstMovement(db, owner, chains)) ?? end;
  const length = Math.max(0, end - start);
  const step = Math.max(1, Math.ceil(length / MAX_STEPS / MARK_SECONDS)) * MARK_SECONDS;
  return { step, count: Math.ceil(length / step) + 1, isLong: true };
}
