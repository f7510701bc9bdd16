import { execFile } from "node:child_process";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Packs an already built package into a new folder and returns the tarball's path. With pnpm, because only it applies
 * publishConfig, `workspace:` and `catalog:`.
 */
export async function packTo(destination: string, packageFolder: string): Promise<string> {
  await mkdir(destination, { recursive: true });
  await run("pnpm", ["pack", "--config.ignore-scripts=true", "--pack-destination", destination], {
    cwd: packageFolder,
  });
  const [tarball] = await readdir(destination);
  if (tarball === undefined) throw new Error(`pnpm packed nothing from ${packageFolder}`);
  return join(destination, tarball);
}
