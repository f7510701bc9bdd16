import { setTimeout as sleep } from "node:timers/promises";
import { beat, forgetProcess, readLeases, takeLease } from "@portico/store";
import { planLeases } from "./leasePlan.ts";
import { createLeaseWork } from "./leaseWork.ts";
import type { LeaseWork } from "./leaseWork.ts";
import type { LeaseSharing, LeaseTimes } from "./leaseOptions.ts";

/** How long the database may take to renew a lease: two connections can fall silent, and there is a second left for a third. */
export const LEASE_ANSWER_MS = 1_500;

const TIMES: LeaseTimes = { ttlMs: 6_000, beatMs: 500, marginMs: 1_500 };

/**
 * Shares leases evenly with other processes, and works on those that it has. A lease lasts by the database's clock; here
 * it is counted from the moment before it was asked for, so the work stops before another can have it. Should this
 * process itself stand still meanwhile, `assertLease` keeps what it does late out of the store.
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
    const restMs = Math.max(0, beganAt + times.beatMs - performance.now()); // none after a connection that fell silent
    await sleep(restMs, undefined, { signal: ending }).catch(() => undefined);
  }
  let renewal: Promise<void> = Promise.resolve();
  while (work.list().length > 0) {
    renewal = renew(pulse, work).catch(onError);
    await Promise.race([renewal, work.untilEnded()]);
    await Promise.race([sleep(times.beatMs), work.untilEnded()]);
  }
  await renewal; // a beat that came after the end would say that it is here again
  await forgetProcess(db, holder).catch(onError);
  if (failed.signal.aborted) throw failed.signal.reason;
}

type Pulse = LeaseSharing & LeaseTimes;

async function renew({ db, holder, names, signal, ttlMs }: Pulse, work: LeaseWork): Promise<void> {
  const askedAt = performance.now();
  const leases = work.list();
  const leaseNames = signal.aborted ? [] : names.filter((name) => !work.isStopping(name));
  const kept = await beat(db, { process: { id: holder, leaseNames }, leases, ttlMs });
  for (const { name } of leases) {
    if (kept.has(name)) work.prolong(name, askedAt);
    else work.stop(name);
  }
}

async function rearrange({ db, holder, signal, ttlMs }: Pulse, work: LeaseWork): Promise<void> {
  const { take, give } = planLeases(holder, await readLeases(db));
  for (const name of take) {
    if (signal.aborted || work.has(name)) continue;
    const askedAt = performance.now();
    const lease = await takeLease(db, { name, holder, ttlMs });
    if (lease !== undefined) work.begin(lease, askedAt);
  }
  const isGiving = work.list().some(({ name }) => work.isStopping(name));
  if (give !== undefined && !isGiving) work.stop(give);
}
