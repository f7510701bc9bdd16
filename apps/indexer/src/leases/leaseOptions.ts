import type { Lease, Store } from "@portico/store";

export interface LeaseSharing {
  db: Store;
  /** Who this process is: see createHolderId. */
  holder: string;
  /** The leases that it would take. */
  names: readonly string[];
  /** Ends all of it, when the work has ended: leases are given back. */
  signal: AbortSignal;
  /** What is done with a lease, until the signal comes. @throws to end all of it. */
  work(this: void, lease: Lease, signal: AbortSignal): Promise<void>;
  /** Told when the database can't be asked; it is tried again. */
  onError(this: void, error: unknown): void;
  times?: Partial<LeaseTimes>;
}

export interface LeaseTimes {
  /** How long a lease lasts that is not renewed. */
  ttlMs: number;
  /** How often it is renewed, and what others have is looked at. */
  beatMs: number;
  /** How long before the end of its lease the work is told to stop. */
  marginMs: number;
}
