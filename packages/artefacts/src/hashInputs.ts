import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { globSync } from "node:fs";
import { join } from "node:path";
import type { Inputs } from "./buildArtefact.ts";

/** Of every artefact: versions of npm packages, and how artefacts are built. */
const ALWAYS = [
  "LICENSE",
  "package.json",
  "pnpm-lock.yaml",
  "{apps,packages}/*/package.json",
  "scripts/package.json",
  "packages/artefacts/src/*.ts",
];

/** A hash of everything that an artefact is built from; other files than before that match a glob change it, too. */
export async function hashInputs(root: string, inputs: Inputs): Promise<string> {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch} ${process.version}\n`);
  const paths = listInputs(root, inputs);
  const contents = await Promise.all(paths.map((path) => readFile(join(root, path)).catch(() => "")));
  for (const [index, content] of contents.entries())
    hash.update(`${paths[index]}\n`).update(createHash("sha256").update(content).digest());
  return hash.digest("hex").slice(0, 16);
}

/** Whether an input changed since then (milliseconds, as of `Date.now()`), or is gone. */
export async function changedSince(root: string, inputs: Inputs, since: number): Promise<boolean> {
  const times = await Promise.all(
    listInputs(root, inputs).map((path) => stat(join(root, path)).catch(() => undefined)),
  );
  return times.some((stats) => stats === undefined || stats.mtimeMs >= since);
}

const listInputs = (root: string, { files, globs }: Inputs): string[] => {
  const found = globSync([...ALWAYS, ...globs], {
    cwd: root,
    withFileTypes: true,
    exclude: (entry) => entry.name === "node_modules",
  });
  const paths = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return [...new Set([...files, ...paths.map((path) => path.slice(root.length + 1))])].toSorted();
};
