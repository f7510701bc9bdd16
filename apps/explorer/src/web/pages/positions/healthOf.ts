export interface Health {
  readonly figure: string;
  readonly words: string;
  readonly level: "good" | "caution" | "bad";
}

/** At or below this, a small price movement is enough for a liquidation. */
const CLOSE = 1.1;
const WATCHED = 1.5;
const MAX_SHOWN = 100;

/**
 * A loan's health as a number and words.
 * @param rate - Distance of the debt from liquidation, which happens below 1; null if there is no debt.
 */
export function healthOf(rate: number | null): Health {
  if (rate === null) return { figure: "–", words: "No debt", level: "good" };
  const figure = rate > MAX_SHOWN ? `> ${MAX_SHOWN}` : floor2(rate).toFixed(2);
  if (rate < 1) return { figure, words: "Can be liquidated now", level: "bad" };
  const fall = `liquidated if its collateral loses ${formatFall(rate)} against the debt`;
  if (rate < CLOSE) return { figure, words: `Close to liquidation: ${fall}`, level: "bad" };
  if (rate < WATCHED) return { figure, words: `At risk: ${fall}`, level: "caution" };
  return { figure, words: `Healthy: ${fall}`, level: "good" };
}

/** Rounded down, so that 0.999 is not shown as 1. */
const floor2 = (rate: number): number => Math.floor(rate * 100 + 1e-9) / 100;

const formatFall = (rate: number): string => `${((1 - 1 / rate) * 100).toFixed(rate < WATCHED ? 1 : 0)}%`;
