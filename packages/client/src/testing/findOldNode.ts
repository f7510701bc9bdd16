import { execFile } from "node:child_process";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Finds the oldest Node on PATH and in the usual locations that the client supports and that is older than this one
 * (the repository's own Node comes first on PATH). Undefined if there is none.
 */
export async function findOldNode(): Promise<string | undefined> {
  const folders = new Set([...(process.env["PATH"] ?? "").split(delimiter), "/usr/bin", "/usr/local/bin"]);
  const found = await Promise.all([...folders].map((folder) => join(folder, "node")).map(readVersion));
  const old = found.filter(({ major }) => major >= 20 && major < currentMajor);
  return old.toSorted((a, b) => a.major - b.major)[0]?.path;
}

const currentMajor = Number.parseInt(process.versions.node, 10);

async function readVersion(path: string): Promise<{ path: string; major: number }> {
  const output = await run(path, ["--version"]).catch(() => ({ stdout: "" }));
  return { path, major: Number.parseInt(output.stdout.replace("v", ""), 10) };
}
