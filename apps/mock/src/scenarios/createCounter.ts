import { createBoundedMap } from "../createBoundedMap.ts";

const MAX_ENTRIES = 10_000;

/** Counts events by name, from 1; of the last ten thousand names. */
export function createCounter(): (name: string) => number {
  const counts = createBoundedMap<number>(MAX_ENTRIES);
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count;
  };
}
