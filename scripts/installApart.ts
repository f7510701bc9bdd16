import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Installs a package.json with npm into a folder of the system's temporary folder, once: peers and tools under test are
 * not dependencies of this project.
 * @param name - Name of the folder; letters, digits, `.` and `-`.
 */
export async function installApart(name: string, manifest: object, log: (line: string) => void): Promise<string> {
  const text = JSON.stringify(manifest, null, 2);
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 8);
  const folder = join(tmpdir(), `portico-apart-${name}-${hash}`);
  if (existsSync(folder)) return folder;

  log(`installing ${name} into ${folder}`);
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft);
  try {
    writeFileSync(join(draft, "package.json"), text);
    await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"], { cwd: draft });
    if (!existsSync(folder)) renameSync(draft, folder); // another process may have been faster
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}
