import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

const folder = join(import.meta.dirname, "../../heavy");

/** For `loadArtifact` and `createCompiler`: the location that heavy packages are resolved from. */
export const HEAVY = pathToFileURL(join(folder, "package.json")).href;
/** The same for exchanges and farms. */
export const HEAVY_DEXES = pathToFileURL(join(folder, "dexes/package.json")).href;
/** The same for bridges. */
export const HEAVY_BRIDGES = pathToFileURL(join(folder, "bridges/package.json")).href;

/**
 * Installs the packages of `heavy/`, which no other install does: over 100 MB of contracts for long tests. Their
 * lockfile pins
 * them; if they are present it does nothing.
 */
export async function ensureHeavy(from: string = HEAVY): Promise<void> {
  const cwd = dirname(fileURLToPath(from));
  const installed = join(cwd, "node_modules/.pnpm/lock.yaml");
  const wanted = readFileSync(join(cwd, "pnpm-lock.yaml"), "utf8");
  if (existsSync(installed) && readFileSync(installed, "utf8") === wanted) return;
  const install = () => promisify(execFile)("pnpm", ["install", "--frozen-lockfile"], { cwd });
  await install().catch(install); // another test may be installing them
}
