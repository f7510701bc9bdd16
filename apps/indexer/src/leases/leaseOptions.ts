import type { Lease, Store } from "@portico/store";

export interface LeaseSharing {
  db: Store;
  /** Id of this process: see createHolderId. */
  holder: string;
  /** The leases that it accepts. */
  names: readonly string[];
  /** Ends all work, then releases the leases. */
  signal: AbortSignal;
  /**
   * Works under a lease until the signal aborts.
   * @throws to end everything.
   */
  work(this: void, lease: Lease, signal: AbortSignal): Promise<void>;
  /** Called when the database is unavailable; the query is retried. */
  onError(this: void, error: unknown): void;
  times?: Partial<LeaseTimes>;
}

export interface LeaseTimes {
  /** Lifetime of a lease that is not renewed. */
  ttlMs: number;
  /** Interval of renewals and of reading the other holders' leases. */
  beatMs: number;
  /** Time before the end of its lease at which the work is signalled to stop. */
  marginMs: number;
}
