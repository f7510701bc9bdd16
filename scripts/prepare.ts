/** The `prepare` script: what `pnpm install` runs at its end. It never fails the install. */
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** Writes what git ignores and every program imports. Not by turbo: its tasks are run by pnpm, which is still installing. */
function generate(): void {
  for (const generator of ["contract/src/generate/main.ts", "client/scripts/generateOperations.ts"]) {
    const { status } = spawnSync(process.execPath, [join(root, "packages", generator)], { stdio: "ignore" });
    if (status !== 0) console.error(`packages/${generator} failed: run \`pnpm generate\``);
  }
}

/** Only in a clone: a linked worktree has the hooks of the clone, and CI commits nothing. */
function installHooks(): void {
  const isClone = statSync(join(root, ".git"), { throwIfNoEntry: false })?.isDirectory() === true;
  if (process.env["CI"] || !isClone) return;
  const { status, stderr } = spawnSync("lefthook", ["install"], { cwd: root, encoding: "utf8" });
  if (status !== 0) console.error(`The git hooks were not installed (lefthook.yml): ${stderr}`);
}

generate();
installHooks();
