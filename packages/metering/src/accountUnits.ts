import type { UnitsRead } from "@portico/store";
import type { Unreported } from "./holding.ts";

/** Units of an account, as in the response of GET /v1/account/units. */
export type AccountUnits = { balance: number; stats: UnitStat[] };
export type UnitStat = {
  usage: number;
  /** At the end of the day; for today, now. */
  remains: number;
  /** UTC, `YYYY-MM-DD`. */
  date: string;
};

/**
 * Current units of an account: the stored ones, less what this process has not reported. Balances of earlier days are
 * computed
 * back from today's through use and grants. Today is the database's day: use that this process counts on a later day
 * belongs to it.
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
