import { setTimeout as wait } from "node:timers/promises";

/** A comparison of the service's responses with the chain. */
export interface Comparison {
  /** Number of figures compared. */
  readonly compared: number;
  /** Descriptions of those that differ. */
  readonly differences: readonly string[];
}

export interface Collector {
  /** Compares one figure with the chain's: a bigint, text, number or JSON value. */
  compare: (what: string, ours: unknown, theirs: unknown) => void;
  /** Compares a number that is computed in another order, or by logarithms. */
  compareNear: (what: string, ours: number, theirs: number) => void;
  /** Both must have the same keys, and equal values by `compare`. */
  compareMaps: (what: string, ours: ReadonlyMap<string, unknown>, theirs: ReadonlyMap<string, unknown>) => void;
  /** Counts figures that are equal without an entry on either side, such as a balance of zero. */
  count: (equal: number) => void;
  finish: () => Comparison;
}

/** Relative tolerance for numbers computed differently from the same inputs. */
const NEAR = 1e-9;

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= NEAR * Math.max(Math.abs(a), Math.abs(b));

export function createCollector(): Collector {
  const differences: string[] = [];
  let compared = 0;
  const compare = (what: string, ours: unknown, theirs: unknown): void => {
    compared += 1;
    if (write(ours) !== write(theirs)) differences.push(`${what}: ${write(ours)}, expected ${write(theirs)}`);
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

/** The same text for the same content, regardless of key order. */
const write = (value: unknown): string => JSON.stringify(value, (_key, part: unknown) => settle(part)) ?? "undefined";

function settle(part: unknown): unknown {
  if (typeof part === "bigint") return `${part}`;
  if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
  return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Of repetitions: several, also on a busy machine. */
const LIMIT_MS = 20_000;

/**
 * Repeats the comparison while something differs, since results of background jobs arrive late; the last comparison
 * counts.
 */
export async function compareUntilEqual(compare: () => Promise<Comparison>): Promise<Comparison> {
  const endsAt = performance.now() + LIMIT_MS;
  for (;;) {
    const comparison = await compare();
    if (comparison.differences.length === 0 || performance.now() > endsAt) return comparison;
    await wait(250);
  }
}
