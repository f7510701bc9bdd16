import type { Address } from "@portico/evm";

/** When failed steps of owners are repeated: after twice as long each time, at most an hour. */
export interface Retries {
  /** Owners whose step isn't due. */
  listWaiting(): Address[];
  fail(owner: Address): void;
  succeed(owner: Address): void;
}

const FIRST_MS = 2_000;
const LONGEST_MS = 3_600_000;

export function createRetries(now: () => number = () => performance.now()): Retries {
  const failed = new Map<Address, { count: number; dueAt: number }>();
  return {
    listWaiting: () => [...failed].flatMap(([owner, { dueAt }]) => (dueAt > now() ? [owner] : [])),
    fail(owner) {
      const count = (failed.get(owner)?.count ?? 0) + 1;
      failed.set(owner, { count, dueAt: now() + Math.min(LONGEST_MS, FIRST_MS * 2 ** (count - 1)) });
    },
    succeed: (owner) => void failed.delete(owner),
  };
}
