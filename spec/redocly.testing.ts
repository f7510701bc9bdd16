import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..");
const CLI = path.join(ROOT, "node_modules/@redocly/cli/bin/cli.js");

export interface Finding {
  readonly rule: string;
  readonly file: string;
  readonly message: string;
}

/** Copies the spec with its configuration to a temporary folder, for a test that damages it. */
export async function copySpec(): Promise<{ dir: string; remove: () => Promise<void> }> {
  const dir = await mkdtemp(path.join(tmpdir(), "portico-spec-"));
  await Promise.all(
    ["spec", "redocly.yaml"].map((name) =>
      cp(path.join(ROOT, name), path.join(dir, name), { recursive: true, filter }),
    ),
  );
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

/** Lints `main` of the configuration in a folder. Empty if there are no findings, warnings included. */
export async function lint(dir: string): Promise<Finding[]> {
  const { stdout } = await redocly(dir, "lint", "main", "--format", "json", "--max-problems", "1000");
  const { problems }: { problems: LintProblem[] } = JSON.parse(stdout);
  return problems.map(({ ruleId, message, location: [location] }) => {
    return {
      rule: ruleId,
      message,
      file: path.relative(path.join(dir, "spec"), path.resolve(dir, location?.source.ref ?? "")),
    };
  });
}

/** Bundles the spec into one document, as JSON. */
export async function bundle<Document>(): Promise<Document> {
  const dir = await mkdtemp(path.join(tmpdir(), "portico-bundle-"));
  try {
    const output = path.join(dir, "openapi.json");
    await redocly(ROOT, "bundle", "main", "--ext", "json", "--output", output);
    const document: Document = JSON.parse(await readFile(output, "utf8"));
    return document;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

interface LintProblem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly source: { readonly ref: string } }[];
}

const filter = (source: string): boolean => !source.includes("node_modules") && !source.includes(".turbo");

/** Redocly exits with 1 if it finds something; its output is on stdout in both cases. */
function redocly(cwd: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const env = { ...process.env, NO_COLOR: "1", REDOCLY_TELEMETRY: "off" };
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], { cwd, env, maxBuffer: 64 << 20 }, (_error, stdout, stderr) =>
      resolve({ stdout, stderr }),
    );
  });
}
