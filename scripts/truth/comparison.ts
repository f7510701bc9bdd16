import { setTimeout as wait } from "node:timers/promises";

/** Answers of the service held against the chain's. */
export interface Comparison {
  /** How many figures were asked both ways. */
  readonly compared: number;
  /** Those that differ, in words. */
  readonly differences: readonly string[];
}

export interface Collector {
  /** Holds one figure against the chain's; bigints, texts, numbers and what JSON can hold. */
  compare: (what: string, ours: unknown, theirs: unknown) => void;
  /** Holds a number that is computed in another order, or by logarithms, against the chain's. */
  compareNear: (what: string, ours: number, theirs: number) => void;
  /** Both must have the same keys, and under each what `compare` finds equal. */
  compareMaps: (what: string, ours: ReadonlyMap<string, unknown>, theirs: ReadonlyMap<string, unknown>) => void;
  /** What is the same on both sides without an entry, such as a balance of zero. */
  count: (equal: number) => void;
  finish: () => Comparison;
}

/** By which part two numbers may be apart that are computed differently from the same. */
const NEAR = 1e-9;

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= NEAR * Math.max(Math.abs(a), Math.abs(b));

export function createCollector(): Collector {
  const differences: string[] = [];
  let compared = 0;
  const compare = (what: string, ours: unknown, theirs: unknown): void => {
    compared += 1;
    if (write(ours) !== write(theirs)) differences.push(`${what}: ${write(ours)}, the chain says ${write(theirs)}`);
  };
  return {
    compare,
    compareNear: (what, ours, theirs) => compare(what, isNear(ours, theirs) ? theirs : ours, theirs),
    compareMaps(what, ours, theirs) {
      for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
        compare(`${what} ${key}`, ours.get(key) ?? "nothing", theirs.get(key) ?? "nothing");
      }
    },
    count: (equal) => void (compared += equal),
    finish: () => ({ compared, differences }),
  };
}

/** The same text for the same content, whatever the order of an object's keys. */
const write = (value: unknown): string => JSON.stringify(value, (_key, part: unknown) => settle(part)) ?? "undefined";

function settle(part: unknown): unknown {
  if (typeof part === "bigint") return `${part}`;
  if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
  return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Compares again while something differs, as what jobs in the background find out comes late; the last comparison counts. */
export async function compareUntilEqual(compare: () => Promise<Comparison>, limitMs = 20_000): Promise<Comparison> {
  const endsAt = performance.now() + limitMs;
  for (;;) {
    const comparison = await compare();
    if (comparison.differences.length === 0 || performance.now() > endsAt) return comparison;
    await wait(250);
  }
}
