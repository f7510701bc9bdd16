/** One row of the report. In `ratio` higher is better: for a cost it is `against_value / value`. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The other side: a peer, or a limit of the machine. */
  readonly against: string;
  readonly against_value: number;
  readonly ratio: number;
  readonly goal: number;
  /** (max − min) / median of our values over the rounds: how reliable the ratio is. */
  readonly spread: number;
}

export interface Context {
  /** A folder for this run only; deleted afterwards. */
  readonly folder: string;
  /** Measures what takes many minutes, too. */
  readonly isLong: boolean;
  readonly log: (line: string) => void;
}

/** A measurement of one or more rows, named `area/what-over-what`. */
export interface Benchmark {
  readonly names: readonly string[];
  readonly run: (context: Context) => Promise<readonly Row[]>;
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};

/** @param share - For example 0.99. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

export const spread = (values: readonly number[]): number =>
  (Math.max(...values) - Math.min(...values)) / median(values);

interface Sides {
  readonly name: string;
  readonly unit: string;
  readonly against: string;
  readonly goal: number;
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
  /** `rate`: higher is better; `cost`: lower is better. */
  readonly kind: "rate" | "cost";
}

/** The row of two series that were measured alternately. */
export function toRow({ name, unit, against, goal, ours, theirs, kind }: Sides): Row {
  const value = median(ours);
  const againstValue = median(theirs);
  const ratio = kind === "rate" ? value / againstValue : againstValue / value;
  return { name, value, unit, against, against_value: againstValue, ratio, goal, spread: spread(ours) };
}

/** The row of a cost that has a limit. */
export const toLimitRow = (row: Pick<Row, "name" | "unit"> & { ours: readonly number[]; limit: number }): Row =>
  toRow({ ...row, theirs: [row.limit], against: "its limit", goal: 1, kind: "cost" });

/** Duration of `work` in milliseconds. */
export async function elapsed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
