import { releaseLease } from "@portico/store";
import type { Lease } from "@portico/store";
import type { LeaseSharing, LeaseTimes } from "./leaseOptions.ts";

/** The work that is done with leases, by their names. */
export interface LeaseWork {
  list(): Lease[];
  has(name: string): boolean;
  /** Whether its lease is there, and it was told to stop. */
  isStopping(name: string): boolean;
  /** @param askedAt - When the lease was asked for, by `performance.now()`. */
  begin(lease: Lease, askedAt: number): void;
  /** The lease was renewed. */
  prolong(name: string, askedAt: number): void;
  stop(name: string): void;
  /** Resolves when no work is done any more. */
  untilEnded(): Promise<unknown>;
}

interface Running {
  lease: Lease;
  stop: AbortController;
  /** Tells it to stop when its lease was not renewed for too long. */
  deadline: NodeJS.Timeout | undefined;
  ended: Promise<void>;
}

/**
 * @param ending - Stops all of it.
 * @param onFailure - Told what a piece of work throws.
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
  const prolong = (name: string, askedAt: number): void => {
    const one = running.get(name);
    if (one === undefined) return;
    clearTimeout(one.deadline);
    const leftMs = askedAt + ttlMs - marginMs - performance.now();
    one.deadline = setTimeout(() => one.stop.abort(), Math.max(0, leftMs));
  };
  return {
    list: () => [...running.values()].map(({ lease }) => lease),
    has: (name) => running.has(name),
    isStopping: (name) => running.get(name)?.stop.signal.aborted === true,
    begin(lease, askedAt) {
      const stop = new AbortController();
      running.set(lease.name, { lease, stop, deadline: undefined, ended: run(lease, stop.signal) });
      prolong(lease.name, askedAt);
    },
    prolong,
    stop: (name) => running.get(name)?.stop.abort(),
    untilEnded: () => Promise.all([...running.values()].map(({ ended }) => ended)),
  };
}
