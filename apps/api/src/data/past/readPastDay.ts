import { invalidParams } from "../../errors.ts";
import { DAY, parseUtcDay } from "../curves/utcDay.ts";

export interface PastDayParams {
  readonly time_at?: number | undefined;
  readonly date_at?: string | undefined;
}

/**
 * The past time of a request that may name a day instead: the day's last second; undefined without either, and for
 * today. @throws ServiceError invalid_params
 */
export function readPastDay({ time_at: timeAt, date_at: date }: PastDayParams): number | undefined {
  if (date === undefined) return timeAt;
  if (timeAt !== undefined) throw invalidParams({ date_at: "must not be given together with time_at" });
  const end = parseUtcDay("date_at", date) + DAY - 1;
  return end < Date.now() / 1000 ? end : undefined;
}
