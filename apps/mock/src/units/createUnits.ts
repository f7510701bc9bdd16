import type { Unit } from "@portico/contract";
import { createBoundedMap } from "../createBoundedMap.ts";
import { draw } from "../scenarios/draw.ts";

/** Units per account: each key and application has an account of its own name. */
export interface Units {
  readonly getBalance: (account: string) => number;
  /** @returns whether there were enough; otherwise nothing is charged. */
  readonly charge: (account: string, price: number) => boolean;
  /** Returns the last charge. */
  readonly refund: (account: string, price: number) => void;
  readonly read: (account: string) => Unit;
}

/** A key with its initial units in its name: `units-25`, `units-25-of-my-test`. */
const NAMED = /^units-(\d{1,9})(?:-|$)/;
/** Initial units of other keys. */
const GRANTED = 1_000_000;
const DAYS = 30;
const DAY_MS = 86_400_000;
/** Maximum daily use before the mock started. */
const USUAL = 3_000;
const MAX_ENTRIES = 10_000;

/** @param now - Milliseconds. */
export function createUnits(now: () => number = Date.now): Units {
  /** By account, its use per day; evicted accounts have none. */
  const accounts = createBoundedMap<Map<string, number>>(MAX_ENTRIES);
  const find = (account: string): Map<string, number> => accounts.get(account) ?? new Map<string, number>();
  const dayOf = (back: number): string => new Date(now() - back * DAY_MS).toISOString().slice(0, 10);
  const getBalance = (account: string): number =>
    [...find(account).values()].reduce((left, used) => left - used, grantOf(account));
  const use = (account: string, units: number): void => {
    const [usage, today] = [find(account), dayOf(0)];
    usage.set(today, (usage.get(today) ?? 0) + units);
    accounts.set(account, usage);
  };
  return {
    getBalance,
    charge: (account, price) => {
      const isEnough = getBalance(account) >= price;
      if (isEnough && price > 0) use(account, price);
      return isEnough;
    },
    refund: (account, price) => use(account, -price),
    read: (account) => {
      const usage = find(account);
      const first = [...usage.keys()][0] ?? dayOf(0);
      const usedOn = (date: string): number =>
        usage.get(date) ?? (date < first ? Math.floor(draw(account, date) * USUAL) : 0);
      const balance = getBalance(account);
      let remains = balance;
      const stats = Array.from({ length: DAYS }, (_, back) => {
        const date = dayOf(back);
        const day = { usage: usedOn(date), remains, date };
        remains += day.usage;
        return day;
      });
      return { balance, stats };
    },
  };
}

function grantOf(account: string): number {
  const [, named] = NAMED.exec(account) ?? [];
  return named === undefined ? GRANTED : Number(named);
}
