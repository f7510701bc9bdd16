import { releaseLease } from "@portico/store";
import type { Lease } from "@portico/store";
import type { LeaseSharing, LeaseTimes } from "./leaseOptions.ts";

/** Work done under leases, by lease name. */
export interface LeaseWork {
  list(): Lease[];
  has(name: string): boolean;
  /** Whether it holds its lease and was signalled to stop. */
  isStopping(name: string): boolean;
  /** @param requestedAt - When the lease was requested, by `performance.now()`. */
  begin(lease: Lease, requestedAt: number): void;
  /** Called when the lease was renewed. */
  prolong(name: string, requestedAt: number): void;
  stop(name: string): void;
  /** Resolves when all work has ended. */
  untilEnded(): Promise<unknown>;
}

interface Running {
  lease: Lease;
  stop: AbortController;
  /** Stops the work when its lease was not renewed in time. */
  deadline: NodeJS.Timeout | undefined;
  ended: Promise<void>;
}

/**
 * @param ending - Stops all work.
 * @param onFailure - Receives the errors of the work.
 */
export function createLeaseWork(
  { db, work, onError }: Pick<LeaseSharing, "db" | "onError" | "work">,
  { ttlMs, marginMs }: LeaseTimes,
  ending: AbortSignal,
  onFailure: (error: unknown) => void,
): LeaseWork {
  const running = new Map<string, Running>();
  const run = async (lease: Lease, signal: AbortSignal): Promise<void> => {
    await work(lease, AbortSignal.any([signal, ending])).catch(onFailure);
    await releaseLease(db, lease).catch(onError);
    clearTimeout(running.get(lease.name)?.deadline);
    running.delete(lease.name);
  };
  const prolong = (name: string, requestedAt: number): void => {
    const one = running.get(name);
    if (one === undefined) return;
    clearTimeout(one.deadline);
    const leftMs = requestedAt + ttlMs - marginMs - performance.now();
    one.deadline = setTimeout(() => one.stop.abort(), Math.max(0, leftMs));
  };
  return {
    list: () => [...running.values()].map(({ lease }) => lease),
    has: (name) => running.has(name),
    isStopping: (name) => running.get(name)?.stop.signal.aborted === true,
    begin(lease, requestedAt) {
      const stop = new AbortController();
      running.set(lease.name, { lease, stop, deadline: undefined, ended: run(lease, stop.signal) });
      prolong(lease.name, requestedAt);
    },
    prolong,
    stop: (name) => running.get(name)?.stop.abort(),
    untilEnded: () => Promise.all([...running.values()].map(({ ended }) => ended)),
  };
}
