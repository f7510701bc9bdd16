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
import { createRequestLog } from "./requestLog.ts";
import type { LoggedRequest } from "./requestLog.ts";
import { MARGIN_SECONDS, settle } from "./settle.ts";
import { takeTurns } from "./takeTurns.ts";
import type { MeterLog } from "./meterLog.ts";

export interface MeterOptions {
  readonly db: Store;
  readonly log: MeterLog;
  /** Called for every charge, and with negative units for a refund; must not throw. */
  readonly onCharge?: ((operation: string, units: number) => void) | undefined;
  /** The lease holder's name in the database. */
  readonly process?: string;
  /** Writes nothing: the use of keys is not recorded, and calls of accounts can't be charged. */
  readonly isReadOnly?: boolean;
  /** Unix time in ms; determines the day of use. */
  readonly now?: () => number;
  /** How long the database waits for a silent process before it reclaims its units. Greater than 3. */
  readonly leaseSeconds?: number;
  /** Interval of reports. */
  readonly flushMs?: number;
  /** In [0, 1): chooses the successful requests that are stored as samples. */
  readonly random?: () => number;
}

/** Charges calls: from memory while the process has leased enough units, otherwise it leases more. */
export interface Meter {
  /**
   * Charges a call before its work.
   * @throws UnitsExhausted or MeteringUnavailable, also as a rejection; RangeError for units that are not a positive
   * integer.
   */
  readonly charge: (input: ChargeInput) => Charge | Promise<Charge>;
  /** Records the use of an access key; written once a minute. */
  readonly recordKeyUse: (keyId: string) => void;
  /** Counts an answered request of an account, and stores it as a sample if it is chosen; with the next report. */
  readonly recordRequest: (request: LoggedRequest) => void;
  /** Current and past units of an account, including unreported use. @returns undefined if there is no such account. */
  readonly readUnits: (accountId: string) => Promise<AccountUnits | undefined>;
  readonly findUnreported: (accountId: string) => Unreported;
  /**
   * Approximate remaining units of an account: from memory, without other processes' leases, seconds old.
   * @returns undefined until units were leased.
   */
  readonly findUnits: (accountId: string) => number | undefined;
  /** Reports all earlier charges and requests. @throws the database's error */
  readonly flush: () => Promise<void>;
  /** Reports everything and returns all leases; nothing is charged or refunded afterwards. Never throws. */
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
      log.error({ accountId, units }, "used units can no longer be counted"),
  };
  const uses = createKeyUses(now);
  const requests = createRequestLog({ now, random: options.random ?? Math.random });
  const reporter = createReporter({
    ...settling,
    holdings,
    uses,
    requests,
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
    recordKeyUse: uses.record,
    recordRequest: options.isReadOnly === true ? () => undefined : requests.record,
    async readUnits(accountId) {
      const holding = holdings.get(accountId);
      return await takeTurns(holding ? [holding] : [], async () => {
        if (holding?.sent !== undefined) await settle(settling, [holding]); // otherwise it is unknown whether it was counted
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

/** The current UTC day, formatted once a day. */
function createDays(now: () => number): () => string {
  let known = { number: Number.NaN, text: "" };
  return () => {
    const ms = now();
    const number = Math.floor(ms / 86_400_000);
    if (number !== known.number) known = { number, text: new Date(ms).toISOString().slice(0, 10) };
    return known.text;
  };
}
