import { MARK_SECONDS } from "@portico/store";
import { invalidParams } from "../../errors.ts";

/** Seconds. */
export const DAY = 86_400;

/**
 * Parses a day of the UTC calendar, `2025-11-20`.
 * @returns its first second, unix. @throws ServiceError invalid_params, naming the parameter.
 */
export function parseUtcDay(name: string, text: string): number {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  // Date parses the 30th of February as the 2nd of March
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(`${text}T`)) {
    throw invalidParams({ [name]: "must be a calendar date in the form YYYY-MM-DD, such as 2025-11-20" });
  }
  return time / 1000;
}

/** The first second of the UTC day of a time. */
export const startOfDay = (timeAt: number): number => Math.floor(timeAt / DAY) * DAY;

/** The last mark within a day, given its first second: its close. */
export const closeOfDay = (day: number): number => day + DAY - MARK_SECONDS;

/** The day of a time, as YYYY-MM-DD. */
export const formatUtcDay = (timeAt: number): string => new Date(timeAt * 1000).toISOString().slice(0, 10);
