/**
 * `pnpm test [--long] [vitest arguments]`: every check, then every test. The runner's own report is in
 * .portico/test-report.json.
 */
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { repeatCommand, type TestReport } from "./repeatCommand.ts";

const REPORT = ".portico/test-report.json";

const { values, positionals } = parseArgs({
  options: { long: { type: "boolean", default: false }, help: { type: "boolean", short: "h", default: false } },
  allowPositionals: true,
});

if (values.help) {
  console.log(`pnpm test [FILTER ...]   checks, then the tests whose path contains a FILTER (default: all); a FILTER that is the name of
                         a file of long tests, such as clients, runs these too
pnpm test:long           the same with the long tests (*.long.test.ts); property tests use new values, from the seed that it
                         prints, or from PORTICO_TEST_SEED`);
} else {
  const isLong = values.long || positionals.some(namesLongTests);
  const seed = process.env["PORTICO_TEST_SEED"] ?? (isLong ? String(randomInt(2 ** 31)) : undefined);
  const env = {
    ...process.env,
    ...(isLong ? { PORTICO_TEST_LONG: "1" } : {}),
    ...(seed === undefined ? {} : { PORTICO_TEST_SEED: seed }),
  };
  const run = (command: string, args: string[]): boolean =>
    spawnSync(command, args, { stdio: "inherit", env }).status === 0;

  // turbo builds everything beforehand, for tests that start all services: also if a check fails
  const isChecked =
    positionals.length > 0
      ? run("pnpm", ["run", "generate"])
      : [run("pnpm", ["run", "check"]), run("turbo", ["run", "build", "--output-logs=errors-only"])].every(Boolean);
  rmSync(REPORT, { force: true });
  const isTested = run("vitest", [
    "run",
    ...positionals,
    // the checks include them
    ...(positionals.length > 0 ? [] : ["--typecheck.enabled=false"]),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${REPORT}`,
  ]);
  if (!isChecked) console.error("The checks failed: see above, or run `pnpm check` alone.");
  if (existsSync(REPORT)) {
    const report = JSON.parse(readFileSync(REPORT, "utf8")) as TestReport;
    const command = repeatCommand(report, { isLong, seed, cwd: process.cwd() });
    if (command !== undefined) console.error(`To rerun the failed files: ${command}`);
  }
  process.exitCode = isChecked && isTested ? 0 : 1;
}

function namesLongTests(filter: string): boolean {
  if (!/^\w+$/.test(filter)) return false;
  return globSync(`{apps,packages,scripts,spec,bench,examples}/{*,*/src/**}/${filter}.long.test.ts`).length > 0;
}
