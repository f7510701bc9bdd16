import type { UnitsRead } from "@portico/store";
import type { Unreported } from "./holding.ts";

/** As GET /v1/account/units says it. */
export type AccountUnits = { balance: number; stats: UnitStat[] };
export type UnitStat = {
  usage: number;
  /** At the end of the day; for today, now. */
  remains: number;
  /** UTC, `YYYY-MM-DD`. */
  date: string;
};

/**
 * An account's units now: what is stored, with what this process has not reported. What remained on earlier days follows from
 * today's, back through what was used and granted.
 */
export function toAccountUnits({ balance, held, days }: UnitsRead, unreported: Unreported): AccountUnits {
  const left = Math.max(0, balance + held - unreported.units);
  let remains = left;
  const stats = days.map(({ date, used, granted }) => {
    const usage = Math.max(0, used + (unreported.byDay.get(date) ?? 0));
    const stat = { usage, remains: Math.max(0, remains), date };
    remains += usage - granted;
    return stat;
  });
  return { balance: left, stats };
}
