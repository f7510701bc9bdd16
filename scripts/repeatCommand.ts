import { relative } from "node:path";

/** The part of the test runner's JSON report that is read. */
export interface TestReport {
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
}

export interface RepeatOptions {
  readonly isLong: boolean;
  /** Of the property tests. */
  readonly seed: string | undefined;
  readonly cwd: string;
}

/** @returns the shell command that runs the failed test files again with the same values; undefined if none failed. */
export function repeatCommand({ testResults }: TestReport, options: RepeatOptions): string | undefined {
  const files = testResults.flatMap(({ name, status }) => (status === "failed" ? [relative(options.cwd, name)] : []));
  if (files.length === 0) return undefined;
  const seed = options.seed === undefined ? [] : [`PORTICO_TEST_SEED=${options.seed}`];
  return [...seed, "pnpm", options.isLong ? "test:long" : "test", ...files].join(" ");
}
