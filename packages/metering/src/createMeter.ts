import { hostname } from "node:os";
import { readUnits } from "@portico/store";
import type { Store } from "@portico/store";
import { toAccountUnits } from "./accountUnits.ts";
import type { AccountUnits } from "./accountUnits.ts";
import { createSpender } from "./createSpender.ts";
import type { Charge, ChargeInput } from "./createSpender.ts";
import { MeteringUnavailable } from "./errors.ts";
import { createHolding, knownUnitsOf, unreportedOf } from "./holding.ts";
import type { Holding, Unreported } from "./holding.ts";
import { createKeyUses } from "./keyUses.ts";
import { createReporter } from "./reporter.ts";
import { MARGIN_SECONDS, settle } from "./settle.ts";
import { takeTurns } from "./takeTurns.ts";
import type { MeterLog } from "./meterLog.ts";

export interface MeterOptions {
  readonly db: Store;
  readonly log: MeterLog;
  /** Told of every charge, and of a refund as of less than 0; must not throw. */
  readonly onCharge?: ((operation: string, units: number) => void) | undefined;
  /** Says in the database who holds a lease. */
  readonly process?: string;
  /** Writes down nothing: nobody learns when keys were used, and calls of accounts can't be counted. */
  readonly isReadOnly?: boolean;
  /** Unix ms, for the day of use. */
  readonly now?: () => number;
  /** How long the database waits for a process that says nothing before it gives its units back. More than 3. */
  readonly leaseSeconds?: number;
  /** How often it is reported what was spent. */
  readonly flushMs?: number;
}

/** Counts what calls cost: from memory while the process has leased enough, else it leases more. */
export interface Meter {
  /**
   * Charges a call, before its work.
   * @throws UnitsExhausted or MeteringUnavailable, also by the promise; RangeError for units that are no whole number from 1.
   */
  readonly charge: (input: ChargeInput) => Charge | Promise<Charge>;
  /** Notes that an access key was used; it is written once a minute. */
  readonly touchKey: (keyId: string) => void;
  /** What an account has and had, with what was not reported yet. @returns undefined when there is no such account. */
  readonly readUnits: (accountId: string) => Promise<AccountUnits | undefined>;
  readonly findUnreported: (accountId: string) => Unreported;
  /**
   * What an account has left, about: from memory, without what other processes hold, and seconds old.
   * @returns undefined while nothing of it was leased.
   */
  readonly findUnits: (accountId: string) => number | undefined;
  /** Reports everything that was charged before. @throws what the database says */
  readonly flush: () => Promise<void>;
  /** Reports everything and gives all leases back; nothing is charged or refunded after it. Never throws. */
  readonly close: () => Promise<void>;
}

export function createMeter(options: MeterOptions): Meter {
  const { db, log, now = Date.now, leaseSeconds = 15, flushMs = 1000 } = options;
  if (leaseSeconds <= MARGIN_SECONDS) throw new RangeError(`leaseSeconds must be more than ${MARGIN_SECONDS}`);
  const holdings = new Map<string, Holding>();
  const settling = {
    db,
    leaseSeconds,
    process: options.process ?? `${hostname()}:${process.pid}`,
    onUncounted: (accountId: string, units: number) =>
      log.error({ accountId, units }, "units were used that can't be counted any more"),
  };
  const uses = createKeyUses(now);
  const reporter = createReporter({
    ...settling,
    holdings,
    uses,
    log,
    flushMs,
    isReadOnly: options.isReadOnly ?? false,
  });

  const holdingOf = (accountId: string): Holding => {
    const holding = holdings.get(accountId) ?? createHolding(accountId, performance.now());
    holdings.set(accountId, holding);
    return holding;
  };
  const { spend, spendLater } = createSpender({
    settling,
    holdingOf,
    dayOf: createDays(now),
    isClosed: reporter.isClosed,
    onCharge: options.onCharge,
    onRefillError: (err) => log.warn({ err }, "units can't be leased"),
  });

  return {
    charge(input) {
      if (!Number.isSafeInteger(input.units) || input.units < 1)
        throw new RangeError(`${input.units} units can't be charged`);
      if (reporter.isClosed()) throw new MeteringUnavailable();
      const holding = holdingOf(input.accountId);
      return spend(holding, input) ?? spendLater(holding, input);
    },
    touchKey: uses.touch,
    async readUnits(accountId) {
      const holding = holdings.get(accountId);
      return await takeTurns(holding ? [holding] : [], async () => {
        if (holding?.sent !== undefined) await settle(settling, [holding]); // else nobody knows whether it is counted
        const read = await readUnits(db, accountId);
        return read && toAccountUnits(read, unreportedOf(holding));
      });
    },
    findUnreported: (accountId) => unreportedOf(holdings.get(accountId)),
    findUnits(accountId) {
      const holding = holdings.get(accountId);
      return holding && knownUnitsOf(holding);
    },
    flush: reporter.flush,
    close: reporter.close,
  };
}

/** The UTC day now, written once a day. */
function createDays(now: () => number): () => string {
  let known = { number: Number.NaN, text: "" };
  return () => {
    const ms = now();
    const number = Math.floor(ms / 86_400_000);
    if (number !== known.number) known = { number, text: new Date(ms).toISOString().slice(0, 10) };
    return known.text;
  };
}
