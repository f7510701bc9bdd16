import { reapLeases } from "@portico/store";
import { heldOf, isUnreported, leftOf } from "./holding.ts";
import type { Holding } from "./holding.ts";
import type { KeyUses } from "./keyUses.ts";
import type { RequestLog } from "./requestLog.ts";
import { MIN_LEASE, MARGIN_SECONDS, settle } from "./settle.ts";
import type { SettleOptions } from "./settle.ts";
import { takeTurns } from "./takeTurns.ts";
import { withDeadline } from "./withDeadline.ts";
import type { MeterLog } from "./meterLog.ts";

/** Accounts per transaction. */
const AT_ONCE = 500;
/** Holdings of accounts without calls for this long are evicted; a later refund goes to a new lease. */
const EXPIRY_MS = 3_600_000;

export interface Reporter {
  readonly isClosed: () => boolean;
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export type ReporterOptions = SettleOptions & {
  holdings: Map<string, Holding>;
  uses: KeyUses;
  requests: RequestLog;
  log: MeterLog;
  flushMs: number;
  isReadOnly: boolean;
};

/** Reports use to the database at intervals, returns unused units, and reclaims those of dead processes. */
export function createReporter(options: ReporterOptions): Reporter {
  const { db, holdings, uses, requests, log, flushMs, leaseSeconds, isReadOnly } = options;
  let isClosed = false;
  let running: Promise<unknown> = Promise.resolve();
  let reapAt = performance.now();

  const tick = async () => {
    // busy ones report by themselves, or with the next run
    const free = [...holdings.values()].filter(({ busy }) => busy === 0);
    await report(options, free.filter(isUnreported));
    await report(
      options,
      free.filter((holding) => holding.busy === 0 && isIdle(holding, leaseSeconds)),
      true,
    );
    deleteExpired(holdings);
    await withDeadline(() => uses.write(db));
    await withDeadline(() => requests.write(db));
    if (performance.now() < reapAt) return;
    reapAt = performance.now() + (leaseSeconds * 1000) / 3;
    await withDeadline(() => reapLeases(db));
    await withDeadline(() => requests.clean(db));
  };
  let isTicking = false;
  const timer = setInterval(() => {
    if (isTicking || isReadOnly) return;
    isTicking = true;
    running = tick()
      .catch((err: unknown) => log.warn({ err }, "units used not reported: retrying"))
      .finally(() => (isTicking = false));
  }, flushMs).unref();

  return {
    isClosed: () => isClosed,
    async flush() {
      await report(options, [...holdings.values()].filter(isUnreported));
      await withDeadline(() => requests.write(db));
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      clearInterval(timer);
      await running;
      const all = [...holdings.values()];
      try {
        await report(
          options,
          all.filter((holding) => holding.busy > 0 || isUnreported(holding) || heldOf(holding) > 0),
          true,
        );
        if (!isReadOnly) await withDeadline(() => Promise.all([uses.write(db), requests.write(db)]));
      } catch (err) {
        const units = all.reduce((sum, { openUnits, sentUnits }) => sum + openUnits + sentUnits, 0);
        log.error({ err, units }, "used units were not reported");
      }
    },
  };
}

async function report(options: ReporterOptions, holdings: readonly Holding[], isRelease = false): Promise<void> {
  const sorted = holdings.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1));
  for (let start = 0; start < sorted.length; start += AT_ONCE) {
    const some = sorted.slice(start, start + AT_ONCE);
    await takeTurns(some, () => settle(options, some, isRelease));
  }
}

/** Unused for a good part of its life, or lasting that much longer than intended: others may have it. */
function isIdle(holding: Holding, leaseSeconds: number): boolean {
  const before = performance.now() - ((leaseSeconds - MARGIN_SECONDS) * 1000) / 2.5;
  const isUnused = heldOf(holding) > 0 && holding.usedAt < before;
  return isUnused || (leftOf(holding) > MIN_LEASE && holding.rate.since < before);
}

function deleteExpired(holdings: Map<string, Holding>): void {
  for (const [accountId, holding] of holdings) {
    const isOver = holding.busy === 0 && heldOf(holding) === 0 && !isUnreported(holding);
    if (isOver && performance.now() - holding.usedAt > EXPIRY_MS) holdings.delete(accountId);
  }
}
