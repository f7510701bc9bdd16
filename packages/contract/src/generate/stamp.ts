import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** What the generated files depend on, from the repository's root; the lockfile has the versions of the generators. */
const INPUTS = [
  "pnpm-lock.yaml",
  "redocly.yaml",
  "spec/**",
  "packages/contract/package.json",
  "packages/contract/src/generate/*.ts",
];
/** Beside the generated files: hashes of the inputs and of these files. */
const STAMP = "inputs.sha256";

/** @param root - Of the repository. */
export const hashInputs = (root: string): Promise<string> => hashFiles(root, INPUTS);

/** Whether these files were generated from these inputs, and are unchanged. */
export async function isStamped(out: string, inputs: string): Promise<boolean> {
  const stamp = await readFile(path.join(out, STAMP), "utf8").catch(() => undefined);
  return stamp !== undefined && stamp === (await toStamp(out, inputs));
}

/** @param inputs - Their hash before anything was generated from them. */
export async function writeStamp(out: string, inputs: string): Promise<void> {
  await writeFile(path.join(out, STAMP), await toStamp(out, inputs));
}

const toStamp = async (out: string, inputs: string): Promise<string> =>
  `${inputs} ${await hashFiles(out, ["*.json", "*.ts"])}\n`;

async function hashFiles(folder: string, globs: readonly string[]): Promise<string> {
  const files = globSync(globs, { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
  const contents = await Promise.all(files.map((file) => readFile(file)));
  const hash = createHash("sha256");
  for (const [index, content] of contents.entries())
    hash.update(`${path.relative(folder, files[index]!)} ${content.length}\n`).update(content);
  return hash.digest("hex");
}
