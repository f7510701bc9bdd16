const KEPT = 10_000;

/** Counts what happened by name, from 1; of the last ten thousand names. */
export function createCounter(): (name: string) => number {
  const counts = new Map<string, number>();
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.delete(name);
    counts.set(name, count);
    const [oldest] = counts.keys();
    if (counts.size > KEPT && oldest !== undefined) counts.delete(oldest);
    return count;
  };
}
