/** When failed steps are repeated: after twice as long each time, at most an hour. */
export interface Retries {
  isDue(key: string): boolean;
  fail(key: string): void;
  succeed(key: string): void;
}

const FIRST_MS = 2_000;
const LONGEST_MS = 3_600_000;

export function createRetries(now: () => number = () => performance.now()): Retries {
  const failed = new Map<string, { count: number; dueAt: number }>();
  return {
    isDue: (key) => (failed.get(key)?.dueAt ?? 0) <= now(),
    fail(key) {
      const count = (failed.get(key)?.count ?? 0) + 1;
      failed.set(key, { count, dueAt: now() + Math.min(LONGEST_MS, FIRST_MS * 2 ** (count - 1)) });
    },
    succeed: (key) => void failed.delete(key),
  };
}
