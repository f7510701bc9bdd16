import { growLease, reportUnits } from "@portico/store";
import type { Store } from "@portico/store";
import { confirm, heldOf, isAlive, isUnreported, makeReport, missingOf, maxOf, paceOf } from "./holding.ts";
import type { Holding } from "./holding.ts";
import { withDeadline } from "./withDeadline.ts";

/** How much earlier than the database a process considers its leases ended. */
export const MARGIN_SECONDS = 3;
/** Seconds of recent use that a lease covers, and its minimum units. */
const LEASE_FOR_SECONDS = 2;
export const MIN_LEASE = 20;
/** How long a refusal is remembered. */
const REFUSED_MS = 250;

export type SettleOptions = {
  db: Store;
  process: string;
  leaseSeconds: number;
  /** Called for units that were used but could neither be charged nor counted. */
  onUncounted: (accountId: string, units: number) => void;
};

/**
 * Reports use in one transaction, which also renews or returns the leases. The caller has the turn of all holdings.
 * A failed report is sent again unchanged; use since then goes into another one.
 */
export async function settle(options: SettleOptions, holdings: readonly Holding[], isRelease = false): Promise<void> {
  if (holdings.length === 0) return;
  const { db, leaseSeconds, onUncounted } = options;
  const repeated = holdings.filter(({ sent }) => sent !== undefined);
  const reports = holdings.map((holding) => makeReport(holding, isRelease));
  const liveUntil = performance.now() + (leaseSeconds - MARGIN_SECONDS) * 1000;
  const replies = await withDeadline(() => reportUnits(db, { reports, leaseSeconds }));
  const byLease = new Map(replies.map((reply) => [reply.leaseId, reply]));
  for (const holding of holdings) {
    const uncounted = confirm(holding, byLease.get(holding.leaseId), liveUntil);
    if (uncounted > 0) onUncounted(holding.accountId, uncounted);
  }
  await settle(options, isRelease ? repeated : repeated.filter(isUnreported), isRelease);
}

/**
 * Leases units for a holding from which `units` are to be spent; 0: ahead of need. The caller has its turn.
 * A crash can lose held and unreported units: use is reported first if the sum would exceed the largest lease.
 */
export async function refill(options: SettleOptions, holding: Holding, units: number): Promise<void> {
  const pace = paceOf(holding.rate, performance.now());
  const wanted = Math.max(MIN_LEASE, holding.wantedUnits, Math.ceil(pace * LEASE_FOR_SECONDS));
  const isTooOld = !isAlive(holding) && heldOf(holding) > 0;
  const isTooMuch = isUnreported(holding) && heldOf(holding) + wanted > maxOf(holding);
  if (isTooOld || isTooMuch) await settle(options, [holding]);
  const needed = missingOf(holding, units);
  const room = Math.max(0, maxOf(holding) - heldOf(holding));
  if (needed > 0 || (units === 0 && isAlive(holding))) {
    await grow(options, holding, { needed, wanted: Math.min(room, wanted) });
  }
}

async function grow(
  { db, process, leaseSeconds }: SettleOptions,
  holding: Holding,
  size: { needed: number; wanted: number },
): Promise<void> {
  const { leaseId: id, accountId } = holding;
  const now = performance.now();
  const before = holding.lease.amount;
  const lease = await withDeadline(() => growLease(db, { id, accountId, process, ...size, leaseSeconds }));
  if (lease === undefined) {
    holding.refused = { units: size.needed, until: performance.now() + REFUSED_MS };
    holding.lease.balance = Math.min(holding.lease.balance, size.needed - 1);
    return;
  }
  holding.lease = lease;
  holding.liveUntil = now + (leaseSeconds - MARGIN_SECONDS) * 1000;
  const isPlenty = lease.amount - before >= size.wanted;
  holding.low = isPlenty ? Math.floor(size.wanted / 4) : 0;
}
