/**
 * Compares the contract with the one last released (spec/released.json) and with what the changesets announce.
 * `--check` fails when a change of the contract needs a greater bump of @portico/contract than the changesets give it;
 * `--write` makes the present contract the released one.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parse } from "yaml";

const root = join(import.meta.dirname, "..");
const RANKS = ["none", "patch", "minor", "major"] as const;
type Bump = (typeof RANKS)[number];

interface ContractDiff {
  readonly bump: Bump;
  readonly changes: readonly string[];
}

/** What `redocly diff` says of two bundled documents. */
export function diffContracts(base: string, revision: string): ContractDiff {
  const folder = mkdtempSync(join(tmpdir(), "portico-diff-"));
  try {
    const args = (format: string) => ["diff", base, revision, "--format", format, "--fail-on", "none"];
    const json = join(folder, "diff.json");
    const run = spawnSync("redocly", [...args("json"), "-o", json], { cwd: root, encoding: "utf8" });
    if (!existsSync(json)) throw new Error(`redocly diff failed: ${run.stderr || run.stdout}`);
    const report = JSON.parse(readFileSync(json, "utf8")) as { bump?: Bump | null };
    const text = spawnSync("redocly", args("stylish"), { cwd: root, encoding: "utf8" }).stdout;
    return { bump: report.bump ?? "none", changes: text.split("\n").filter((line) => line.trim() !== "") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The greatest bump that the changesets in a folder announce for a package. */
export function announcedBump(folder: string, packageName: string): Bump {
  const bumps = readdirSync(folder)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .map((name) => readFileSync(join(folder, name), "utf8").split(/^---$/m)[1] ?? "")
    .map((header) => (parse(header) as Record<string, Bump> | null)?.[packageName] ?? "none");
  return bumps.reduce((a, b) => (RANKS.indexOf(a) >= RANKS.indexOf(b) ? a : b), "none");
}

/** Null when the announcement suffices, else what is wrong and what to do. */
export function judgeRelease(diff: ContractDiff, announced: Bump): string | null {
  if (RANKS.indexOf(announced) >= RANKS.indexOf(diff.bump)) return null;
  return [
    ...diff.changes,
    `The contract changed since spec/released.json: this needs a '${diff.bump}' changeset for @portico/contract, the changesets say '${announced}'.`,
    `Write one with: pnpm changeset add`,
  ].join("\n");
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { write: { type: "boolean" }, check: { type: "boolean" } } });
  const released = join(root, "spec/released.json");
  const current = join(root, "packages/contract/generated/openapi.json");
  if (values.write) {
    copyFileSync(current, released);
    console.log("spec/released.json is now the present contract");
  } else if (values.check) {
    if (!existsSync(released))
      throw new Error("spec/released.json is missing: restore it, it is the contract as last released");
    const verdict = judgeRelease(
      diffContracts(released, current),
      announcedBump(join(root, ".changeset"), "@portico/contract"),
    );
    if (verdict !== null) console.error(verdict);
    process.exitCode = verdict === null ? 0 : 1;
  } else {
    console.log("node scripts/released.ts --check | --write");
  }
}
