import { randomUUID } from "node:crypto";
import type { LeaseState, ReportedLease, UnitDelta, UnitReport } from "@portico/store";

/** What a process holds of one account's units, and what it spent of them and has not reported. */
export type Holding = {
  readonly accountId: string;
  leaseId: string;
  /** Of the last report that was made up. */
  seq: number;
  /** The lease, as the database last said. */
  lease: LeaseState;
  /** Until when it may be spent, by performance.now(): some seconds before the database ends it. */
  liveUntil: number;
  /** By day, key and operation: what no report was made up of. */
  open: Map<string, UnitDelta>;
  openUnits: number;
  /** A report that was not confirmed: it is sent as it is until it is. */
  sent: UnitReport | undefined;
  sentUnits: number;
  usedAt: number;
  /** Who asks the database in the name of this account does so one after the other: see takeTurns. */
  turn: Promise<unknown>;
  /** How many have the turn or wait for it. */
  busy: number;
  refill: Promise<void> | undefined;
  /** Units that calls wait for. */
  wantedUnits: number;
  /** With less left it is refilled before a call has to wait. */
  low: number;
  /** The account did not have so many units, a moment ago. */
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
 * What a process holds of an account at most, if no call costs more: a thousandth of what it has left, within bounds that a lost
 * record of use may cost whoever has little and whoever has much.
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

/** No more is leased at a time: what a crash can lose. By a balance that is as old as the lease's last word, which is seconds. */
export const mostOf = (holding: Holding): number => greatestLease(isAlive(holding) ? holding.lease.balance : 0);

/** What the database has leased to it and takes for not spent: as much a crash can lose. */
export const heldOf = ({ lease }: Holding): number => lease.amount - lease.spent;

/** What may still be spent, while it lives. */
export const leftOf = (holding: Holding): number => heldOf(holding) - holding.openUnits - holding.sentUnits;

/**
 * What the account has left, as far as it is known here: without what other processes hold, and as old as the database's last
 * word. @returns undefined before the first one.
 */
export const knownUnitsOf = (holding: Holding): number | undefined =>
  holding.lease.amount === 0 ? undefined : Math.max(0, leftOf(holding) + holding.lease.balance);

/** A process that was stopped for a while finds that it no longer is. */
export const isAlive = ({ liveUntil }: Holding): boolean => performance.now() < liveUntil;

/** What must be had besides, so that `units` can be spent. */
export const missingOf = (holding: Holding, units: number): number =>
  isAlive(holding) ? Math.max(0, units - leftOf(holding)) : units;

/** Whether the account did not have as much a moment ago. */
export function isRefused(holding: Holding, units: number): boolean {
  const missing = missingOf(holding, units);
  return missing > 0 && missing >= holding.refused.units && performance.now() < holding.refused.until;
}

/** Counts what a call used, or with a negative `calls` and `units` did not. */
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

/** The report to send: the one that was not confirmed, else what was counted since. Of a lease that is released nothing more may be spent. */
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

/** What the database said to a report; nothing when it did not know the lease: then a new one begins. @returns units that were not counted. */
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

/** Units per second of late, from how much was spent since it was last asked: what was before counts half, or less with every second. */
export function paceOf(rate: Rate, now: number): number {
  const seconds = Math.max(0.05, (now - rate.since) / 1000);
  const before = 0.5 ** Math.max(1, seconds);
  rate.perSecond = before * rate.perSecond + ((1 - before) * rate.units) / seconds;
  rate.units = 0;
  rate.since = now;
  return rate.perSecond;
}
