/** The `prepare` script: runs after `pnpm install`, writes what git ignores and every program imports. It never fails the install. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

// not by turbo: its tasks are run by pnpm, which is still installing
const generator = join(import.meta.dirname, "../packages/contract/src/generate/main.ts");
const { status } = spawnSync(process.execPath, [generator], { stdio: ["ignore", "ignore", "pipe"] });
if (status !== 0) console.error("packages/contract/generated could not be written: run `pnpm generate`");
