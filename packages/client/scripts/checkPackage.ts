// Checks the tarballs of the client and the contract, which are released together, as npm gets them: publint and
// are-the-types-wrong. Requires dist: run build first.
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packTo } from "../src/testing/packTo.ts";

const client = join(import.meta.dirname, "..");
const destination = await mkdtemp(join(tmpdir(), "portico-pack-"));
for (const folder of [client, join(client, "../contract")]) {
  const tarball = await packTo(await mkdtemp(join(destination, "of-")), folder);
  const checks = [
    ["publint", "run", tarball, "--strict"],
    ["attw", tarball, "--profile", "esm-only", "--no-emoji", "--format", "ascii"],
  ];
  for (const check of checks) {
    const { status } = spawnSync("pnpm", ["exec", ...check], { stdio: "inherit", cwd: client });
    if (status !== 0) process.exitCode = 1;
  }
}
await rm(destination, { recursive: true });
