import { MARK_SECONDS } from "@portico/store";
import { DAY, getClose } from "./priceMarks.ts";

const HOUR = 3_600;
/** Curves have points every five minutes for a day, and every hour for seven. */
const [FINE_SECONDS, HOURLY_SECONDS] = [DAY, 7 * DAY];

/**
 * The mark whose past prices are read next, before one: at the resolution that curves have at a head, and the close of
 * each UTC day before.
 */
export function getEarlierMark(before: number, headTime: number): number {
  if (before > headTime - FINE_SECONDS) return before - MARK_SECONDS;
  if (before > headTime - HOURLY_SECONDS) return Math.ceil(before / HOUR - 1) * HOUR;
  const close = getClose(before);
  return close < before ? close : close - DAY;
}
