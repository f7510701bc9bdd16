import { setTimeout as sleep } from "node:timers/promises";
import { beat, deleteProcess, readLeases, takeLease } from "@portico/store";
import { planLeases } from "./leasePlan.ts";
import { createLeaseWork } from "./leaseWork.ts";
import type { LeaseWork } from "./leaseWork.ts";
import type { LeaseSharing, LeaseTimes } from "./leaseOptions.ts";

/** Timeout of a lease renewal: two connections can become unresponsive, and a second is left for a third. */
export const LEASE_ANSWER_MS = 1_500;

const TIMES: LeaseTimes = { ttlMs: 6_000, beatMs: 500, marginMs: 1_500 };

/**
 * Shares leases evenly with other processes, and works on those it holds. A lease ends by the database's clock; locally
 * it is counted from the time before the request, so the work stops before its lease ends. Another process can acquire it
 * earlier if this one has no connection left; then, or if it is suspended, `assertLease` keeps its late writes out of the
 * store.
 * @throws what `work` throws.
 */
export async function shareLeases(sharing: LeaseSharing): Promise<void> {
  const { db, holder, onError } = sharing;
  const times = { ...TIMES, ...sharing.times };
  const failed = new AbortController();
  const ending = AbortSignal.any([sharing.signal, failed.signal]);
  const work = createLeaseWork(sharing, times, ending, (error) => failed.abort(error));
  const pulse = { ...sharing, ...times, signal: ending };
  while (!ending.aborted) {
    const beganAt = performance.now();
    await renew(pulse, work)
      .then(() => rearrange(pulse, work))
      .catch(onError);
    const pauseMs = Math.max(0, beganAt + times.beatMs - performance.now()); // none after an unresponsive connection
    await sleep(pauseMs, undefined, { signal: ending }).catch(() => undefined);
  }
  let renewal: Promise<void> = Promise.resolve();
  while (work.list().length > 0) {
    renewal = renew(pulse, work).catch(onError);
    await Promise.race([renewal, work.untilEnded()]);
    await Promise.race([sleep(times.beatMs), work.untilEnded()]);
  }
  await renewal; // a renewal that arrives after the end would acquire the lease again
  await deleteProcess(db, holder).catch(onError);
  if (failed.signal.aborted) throw failed.signal.reason;
}

type Pulse = LeaseSharing & LeaseTimes;

async function renew({ db, holder, names, signal, ttlMs }: Pulse, work: LeaseWork): Promise<void> {
  const requestedAt = performance.now();
  const leases = work.list();
  const leaseNames = signal.aborted ? [] : names.filter((name) => !work.isStopping(name));
  const renewed = await beat(db, { process: { id: holder, leaseNames }, leases, ttlMs });
  for (const { name } of leases) {
    if (renewed.has(name)) work.prolong(name, requestedAt);
    else work.stop(name);
  }
}

async function rearrange({ db, holder, signal, ttlMs }: Pulse, work: LeaseWork): Promise<void> {
  const { take, give } = planLeases(holder, await readLeases(db));
  for (const name of take) {
    if (signal.aborted || work.has(name)) continue;
    const requestedAt = performance.now();
    const lease = await takeLease(db, { name, holder, ttlMs });
    if (lease !== undefined) work.begin(lease, requestedAt);
  }
  const isGiving = work.list().some(({ name }) => work.isStopping(name));
  if (give !== undefined && !isGiving) work.stop(give);
}
