/** `pnpm test [--long] [vitest arguments]`: every check, then every test. The runner's own report lies in .portico/test-report.json. */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  options: { long: { type: "boolean", default: false }, help: { type: "boolean", short: "h", default: false } },
  allowPositionals: true,
});

if (values.help) {
  console.log(`pnpm test [FILTER ...]   checks, then the tests whose path contains a FILTER (default: all)
pnpm test:long           the same with the tests that take longer (*.long.test.ts)`);
} else {
  const env = { ...process.env, ...(values.long ? { PORTICO_TEST_LONG: "1" } : {}) };
  const run = (command: string, args: string[]): boolean =>
    spawnSync(command, args, { stdio: "inherit", env }).status === 0;

  // what is built is built by turbo before, so that tests which start everything meet it
  const isChecked =
    positionals.length > 0
      ? run("pnpm", ["run", "generate"])
      : run("pnpm", ["run", "check"]) && run("turbo", ["run", "build", "--output-logs=errors-only"]);
  const isTested = run("vitest", [
    "run",
    ...positionals,
    // the checks have read them
    ...(positionals.length > 0 ? [] : ["--typecheck.enabled=false"]),
    "--reporter=default",
    "--reporter=json",
    "--outputFile.json=.portico/test-report.json",
  ]);
  if (!isChecked) console.error("The checks failed: see above, or run `pnpm check` alone.");
  process.exitCode = isChecked && isTested ? 0 : 1;
}
