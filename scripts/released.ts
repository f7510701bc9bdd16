/**
 * Compares the contract with the last released one (spec/released.json) and with the announcements of the changesets.
 * `--check` fails if a change of the contract needs a greater bump of @portico/contract than the changesets announce,
 * if a break is not approved in .changeset/approved-breaks.yaml, or if an approval matches no break;
 * `--write` stores the current contract as the released one, and empties the list.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { formatJson } from "./formatJson.ts";

const root = join(import.meta.dirname, "..");
const RANKS = ["none", "patch", "minor", "major"] as const;
type Bump = (typeof RANKS)[number];

interface Break {
  /** Location in the bundled document, as a JSON pointer. */
  readonly at: string;
  /** Description of the break. */
  readonly what: string;
}

interface ContractDiff {
  readonly bump: Bump;
  readonly changes: readonly string[];
  readonly breaks: readonly Break[];
}

/** One change as `redocly diff` reports it. */
interface Change {
  readonly path: string;
  readonly kind: string;
  readonly impact: Bump;
  readonly verdicts?: readonly { readonly message: string; readonly location?: { readonly pointer?: string } }[];
}

const toBreak = ({ path, kind, verdicts = [] }: Change): Break => ({
  at: verdicts[0]?.location?.pointer ?? path,
  what: verdicts.map(({ message }) => message).join(" ") || kind,
});

/** Maps whose keys are names of the contract's own. */
const NAMED = new Set(["properties", "schemas"]);

/** A bundled document without its examples, which bind nobody and are a third of it. */
export function withoutExamples(document: unknown, key = ""): unknown {
  if (Array.isArray(document)) return document.map((element) => withoutExamples(element));
  if (typeof document !== "object" || document === null) return document;
  const members = Object.entries(document).filter(
    ([name]) => NAMED.has(key) || (name !== "examples" && name !== "example"),
  );
  return Object.fromEntries(members.map(([name, member]) => [name, withoutExamples(member, name)]));
}

/** The text of spec/released.json: a line for each member of an operation, parameter, response and schema property. */
export const formatReleased = (document: unknown): string =>
  formatJson(withoutExamples(document), { width: 400, depth: 5 });

/** The result of `redocly diff` for two bundled documents, apart from their examples. */
export function diffContracts(base: string, revision: string): ContractDiff {
  const folder = mkdtempSync(join(tmpdir(), "portico-diff-"));
  const copy = (file: string, name: string): string => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(withoutExamples(JSON.parse(readFileSync(file, "utf8")))));
    return path;
  };
  try {
    const documents = [copy(base, "released.json"), copy(revision, "current.json")];
    const args = (format: string) => ["diff", ...documents, "--format", format, "--fail-on", "none"];
    const json = join(folder, "diff.json");
    const run = spawnSync("redocly", [...args("json"), "-o", json], { cwd: root, encoding: "utf8" });
    if (!existsSync(json)) throw new Error(`redocly diff failed: ${run.stderr || run.stdout}`);
    const report = JSON.parse(readFileSync(json, "utf8")) as { bump?: Bump | null; changes?: Change[] };
    const breaks = (report.changes ?? []).filter(({ impact }) => impact === "major").map(toBreak);
    const text = spawnSync("redocly", args("stylish"), { cwd: root, encoding: "utf8" }).stdout;
    const changes = text.split("\n").filter((line) => line.trim() !== "" && !/^\s+at /.test(line)); // at: in the copies
    return { bump: report.bump ?? "none", changes, breaks };
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

/** Before 1.0.0 a break needs a minor version (https://semver.org/#spec-item-4); it must be approved all the same. */
const requiredBump = (bump: Bump, version: string): Bump =>
  bump === "major" && version.startsWith("0.") ? "minor" : bump;

/**
 * Null when the announcement suffices, else what is wrong and what to do.
 * @param version - Of @portico/contract as last released.
 */
export function judgeRelease(diff: ContractDiff, announced: Bump, version: string): string | null {
  const required = requiredBump(diff.bump, version);
  if (RANKS.indexOf(announced) >= RANKS.indexOf(required)) return null;
  return [
    ...diff.changes,
    `The contract changed since spec/released.json: this needs a '${required}' changeset for @portico/contract, but the changesets declare '${announced}'.`,
    `Write one with: pnpm changeset add`,
  ].join("\n");
}

interface Approval {
  readonly at: string;
  readonly reason: string;
}

/** The list of approved breaks. @throws Error if an entry has no location or no reason. */
export function readApprovals(file: string): readonly Approval[] {
  const entries = (parse(readFileSync(file, "utf8")) ?? []) as readonly Partial<Approval>[];
  return entries.map(({ at = "", reason = "" }) => {
    if (at.trim() === "" || reason.trim().length < MIN_REASON) {
      throw new Error(
        `${file}: every entry needs \`at\`, a location in the contract, and a \`reason\`: '${at}' has none`,
      );
    }
    return { at, reason };
  });
}

/** Characters: rejects reasons such as "why". */
const MIN_REASON = 8;

/** Null if exactly the breaks are approved, otherwise the unapproved breaks and the approvals without a break. */
export function judgeBreaks({ breaks }: ContractDiff, approvals: readonly Approval[]): string | null {
  const approved = new Set(approvals.map(({ at }) => at));
  const broken = new Set(breaks.map(({ at }) => at));
  const lines = [
    ...breaks
      .filter(({ at }) => !approved.has(at))
      .map(({ at, what }) => `breaks clients: ${what}\n  - at: "${at}"\n    reason: …`),
    ...[...approved].filter((at) => !broken.has(at)).map((at) => `approved, but not breaking: ${at}`),
  ];
  if (lines.length === 0) return null;
  return [
    ...lines,
    "List intended breaking changes, and only those, in .changeset/approved-breaks.yaml with their reasons.",
  ].join("\n");
}

/** The list's content without breaks. */
const emptied = (text: string): string => `${text.match(/^(#.*\n)*/)?.[0] ?? ""}[]\n`;

if (import.meta.main) {
  const { values } = parseArgs({ options: { write: { type: "boolean" }, check: { type: "boolean" } } });
  const released = join(root, "spec/released.json");
  const approvals = join(root, ".changeset/approved-breaks.yaml");
  const current = join(root, "packages/contract/generated/openapi.json");
  if (values.write) {
    writeFileSync(released, formatReleased(JSON.parse(readFileSync(current, "utf8"))));
    writeFileSync(approvals, emptied(readFileSync(approvals, "utf8")));
    console.log("spec/released.json is now the current contract");
  } else if (values.check) {
    if (!existsSync(released))
      throw new Error("spec/released.json is missing: restore it, it is the contract as last released");
    const diff = diffContracts(released, current);
    const manifest = readFileSync(join(root, "packages/contract/package.json"), "utf8");
    const { version } = JSON.parse(manifest) as { version: string };
    const verdicts = [
      judgeRelease(diff, announcedBump(join(root, ".changeset"), "@portico/contract"), version),
      judgeBreaks(diff, readApprovals(approvals)),
    ].filter((verdict) => verdict !== null);
    for (const verdict of verdicts) console.error(verdict);
    process.exitCode = verdicts.length === 0 ? 0 : 1;
  } else {
    console.log("node scripts/released.ts --check | --write");
  }
}
