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
 * today's, back through what was used and granted. Today is the database's: what a process counts on a later day is of it.
 */
export function toAccountUnits({ balance, held, days }: UnitsRead, unreported: Unreported): AccountUnits {
  const left = Math.max(0, balance + held - unreported.units);
  const today = days[0]?.date ?? "";
  const unreportedOn = (date: string): number =>
    [...unreported.byDay].reduce((sum, [day, units]) => ((day > today ? today : day) === date ? sum + units : sum), 0);
  let remains = left;
  const stats = days.map(({ date, used, granted }) => {
    const usage = Math.max(0, used + unreportedOn(date));
    const stat = { usage, remains: Math.max(0, remains), date };
    remains += usage - granted;
    return stat;
  });
  return { balance: left, stats };
}
