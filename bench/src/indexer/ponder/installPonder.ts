import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { PACKAGES, type PonderVersion } from "./ponderApp.ts";

const run = promisify(execFile);

/**
 * Installs Ponder with npm into a folder of the system's temporary ones, once. It is no dependency of this project, which
 * needs none of it.
 */
export async function installPonder(version: PonderVersion, log: (line: string) => void): Promise<string> {
  const manifest = JSON.stringify(PACKAGES[version], null, 2);
  const hash = createHash("sha256").update(manifest).digest("hex").slice(0, 8);
  const folder = join(tmpdir(), `portico-bench-ponder-${version}-${hash}`);
  if (existsSync(folder)) return folder;

  log(`installing Ponder ${version} into ${folder}`);
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft);
  try {
    writeFileSync(join(draft, "package.json"), manifest);
    await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: draft });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}
