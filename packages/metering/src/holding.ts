import { randomUUID } from "node:crypto";
import type { LeaseState, ReportedLease, UnitDelta, UnitReport } from "@portico/store";

/** Units of one account that a process holds, and its unreported use of them. */
export type Holding = {
  readonly accountId: string;
  leaseId: string;
  /** Sequence number of the last report. */
  seq: number;
  /** The lease, as of the database's last response. */
  lease: LeaseState;
  /** When spending must stop, by performance.now(): some seconds before the database ends the lease. */
  liveUntil: number;
  /** By day, key and operation: use not yet in a report. */
  open: Map<string, UnitDelta>;
  openUnits: number;
  /** An unconfirmed report: it is sent unchanged until confirmed. */
  sent: UnitReport | undefined;
  sentUnits: number;
  usedAt: number;
  /** Serializes database access for this account: see takeTurns. */
  turn: Promise<unknown>;
  /** How many have the turn or wait for it. */
  busy: number;
  refill: Promise<void> | undefined;
  /** Units that calls wait for. */
  wantedUnits: number;
  /** Below this it is refilled before a call has to wait. */
  low: number;
  /** The account recently had fewer units than this. */
  refused: { units: number; until: number };
  rate: Rate;
};

type Rate = { perSecond: number; units: number; since: number };

export type Unreported = {
  units: number;
  /** By UTC day, `YYYY-MM-DD`. */
  byDay: ReadonlyMap<string, number>;
};

/**
 * Maximum units of an account that a process holds, unless one call costs more: a thousandth of the balance, within
 * bounds of what a lost
 * record of use may cost small and large accounts.
 */
export const greatestLease = (balance: number): number => Math.min(100_000, Math.max(2000, Math.floor(balance / 1000)));

export const createHolding = (accountId: string, now: number): Holding => ({
  accountId,
  leaseId: randomUUID(),
  seq: 0,
  lease: { amount: 0, spent: 0, balance: 0 },
  liveUntil: 0,
  open: new Map(),
  openUnits: 0,
  sent: undefined,
  sentUnits: 0,
  usedAt: now,
  turn: Promise.resolve(),
  busy: 0,
  refill: undefined,
  wantedUnits: 0,
  low: 0,
  refused: { units: 0, until: 0 },
  rate: { perSecond: 0, units: 0, since: now },
});

/**
 * Maximum to lease at a time: what a crash can lose. Based on the balance in the lease's last response, seconds old.
 */
export const maxOf = (holding: Holding): number => greatestLease(isAlive(holding) ? holding.lease.balance : 0);

/** Leased units that the database considers unspent: a crash can lose as much. */
export const heldOf = ({ lease }: Holding): number => lease.amount - lease.spent;

/** Units that may still be spent while the lease is alive. */
export const leftOf = (holding: Holding): number => heldOf(holding) - holding.openUnits - holding.sentUnits;

/**
 * Remaining units as known here: without other processes' leases, as of the database's last response.
 * @returns undefined before the first response.
 */
export const knownUnitsOf = (holding: Holding): number | undefined =>
  holding.lease.amount === 0 ? undefined : Math.max(0, leftOf(holding) + holding.lease.balance);

/** False after a process was suspended for too long. */
export const isAlive = ({ liveUntil }: Holding): boolean => performance.now() < liveUntil;

/** Additional units needed to spend `units`. */
export const missingOf = (holding: Holding, units: number): number =>
  isAlive(holding) ? Math.max(0, units - leftOf(holding)) : units;

/** Whether the account recently had fewer units than that. */
export function isRefused(holding: Holding, units: number): boolean {
  const missing = missingOf(holding, units);
  return missing > 0 && missing >= holding.refused.units && performance.now() < holding.refused.until;
}

/** Counts a call's use, or with negative `calls` and `units` a refund. */
export function count(holding: Holding, delta: Readonly<UnitDelta>): void {
  const key = `${delta.day} ${delta.operation} ${delta.keyId}`;
  const known = holding.open.get(key);
  if (known === undefined) holding.open.set(key, { ...delta });
  else {
    known.units += delta.units;
    known.calls += delta.calls;
  }
  holding.openUnits += delta.units;
}

/**
 * The report to send: the unconfirmed one, else what was counted since. Nothing more may be spent of a released lease.
 */
export function makeReport(holding: Holding, isRelease: boolean): UnitReport {
  if (holding.sent === undefined) {
    const { leaseId, accountId } = holding;
    const deltas = [...holding.open.values()].filter(({ units, calls }) => units !== 0 || calls !== 0);
    holding.sent = { leaseId, accountId, seq: ++holding.seq, isRelease, deltas };
    holding.sentUnits = holding.openUnits;
    holding.open = new Map();
    holding.openUnits = 0;
  }
  if (holding.sent.isRelease) holding.liveUntil = 0;
  return holding.sent;
}

/**
 * Applies the database's response to a report; if it did not know the lease, a new one begins. @returns units that were
 * not counted.
 */
export function confirm(holding: Holding, reported: ReportedLease | undefined, liveUntil: number): number {
  const { sent, sentUnits } = holding;
  holding.sent = undefined;
  holding.sentUnits = 0;
  holding.liveUntil = reported === undefined || sent?.isRelease === true ? 0 : liveUntil;
  holding.lease = reported ?? { amount: 0, spent: 0, balance: 0 };
  if (reported !== undefined) return reported.unpaid;
  holding.leaseId = randomUUID();
  return Math.max(0, sentUnits);
}

export const isUnreported = ({ open, sent }: Holding): boolean => open.size > 0 || sent !== undefined;

export function unreportedOf(holding: Holding | undefined): Unreported {
  const byDay = new Map<string, number>();
  const deltas = [...(holding?.sent?.deltas ?? []), ...(holding?.open.values() ?? [])];
  for (const { day, units } of deltas) byDay.set(day, (byDay.get(day) ?? 0) + units);
  return { units: deltas.reduce((sum, { units }) => sum + units, 0), byDay };
}

/** Recent units per second: use before the last call counts half, or less with every second. */
export function paceOf(rate: Rate, now: number): number {
  const seconds = Math.max(0.05, (now - rate.since) / 1000);
  const before = 0.5 ** Math.max(1, seconds);
  rate.perSecond = before * rate.perSecond + ((1 - before) * rate.units) / seconds;
  rate.units = 0;
  rate.since = now;
  return rate.perSecond;
}
