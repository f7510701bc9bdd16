import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { READMES } from "./site/readSources.ts";

/** In the built folder; not served. */
const MARK = ".built-from.json";

/** Everything that the site is built from except the contract. */
const SOURCES = [
  "apps/docs/*.md",
  "UPGRADING.md",
  "spec/arazzo.yaml",
  "spec/live.overlay.yaml",
  "apps/docs/src/**/*.{ts,css}",
  "packages/{client,ui}/src/**/*.{ts,css}",
  "packages/*/CHANGELOG.md",
  ".changeset/*.md",
  "pnpm-lock.yaml",
  ...READMES,
];

const contractFile = fileURLToPath(import.meta.resolve("@portico/contract/openapi.json"));

type Mark = { readonly hash: string; readonly problems: readonly string[] };

/** @returns the problems that the build reported; undefined if the folder is not a complete build of today's sources. */
export async function builtFrom(root: string, folder: string): Promise<readonly string[] | undefined> {
  const mark = await readMark(folder).catch(() => undefined); // not there, or a process was killed while it wrote
  return mark?.hash === (await hashSources(root)) ? mark.problems : undefined;
}

const readMark = async (folder: string): Promise<Mark> =>
  JSON.parse(await readFile(join(folder, MARK), "utf8")) as Mark;

/**
 * Runs a build, and stores in the folder what it was built from: the sources before the build, in case that one changes
 * meanwhile.
 * @returns the problems that the build reported.
 */
export async function markBuilt(
  root: string,
  folder: string,
  build: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  await rm(join(folder, MARK), { force: true });
  const hash = await hashSources(root);
  const problems = await build();
  await writeFile(join(folder, MARK), JSON.stringify({ hash, problems } satisfies Mark));
  return problems;
}

async function hashSources(root: string): Promise<string> {
  const isSource = (path: string): boolean => !path.endsWith(".test.ts");
  const found = globSync(SOURCES, { cwd: root, exclude: (path) => path.endsWith("node_modules") });
  const paths = [...new Set(found)].filter(isSource).toSorted();
  const texts = await Promise.all(
    [contractFile, ...paths.map((path) => join(root, path))].map((path) => readFile(path)),
  );
  const hash = createHash("sha256").update(paths.join("\n"));
  for (const text of texts) hash.update(createHash("sha256").update(text).digest());
  return hash.digest("hex");
}
