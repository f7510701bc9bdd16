import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Sample } from "./extractSamples.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..", "..");

/** A folder in which samples compile and run as in a project with all our packages and their dependencies. */
export type SampleFolder = {
  readonly path: string;
  /** Writes a sample. @returns its path. */
  readonly write: (name: string, source: string) => Promise<string>;
  readonly remove: () => Promise<void>;
};

export async function createSampleFolder(): Promise<SampleFolder> {
  const path = await mkdtemp(join(tmpdir(), "portico-samples-")); // Node doesn't strip types below node_modules
  await linkPackages(join(path, "node_modules"));
  const compilerOptions = {
    types: ["node"],
    lib: ["es2024", "esnext.iterator", "dom"],
    noPropertyAccessFromIndexSignature: false,
    moduleDetection: "force",
    allowImportingTsExtensions: true,
  };
  const config = { extends: join(ROOT, "tsconfig.base.json"), compilerOptions, include: ["*.ts"] };
  await writeFile(join(path, "tsconfig.json"), JSON.stringify(config));
  await writeFile(join(path, "package.json"), `{ "type": "module" }`);
  return {
    path,
    write: async (name, source) => {
      await writeFile(join(path, name), source);
      return join(path, name);
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

/** Our own packages by name, and all their dependencies, from the first package that has each. */
async function linkPackages(modules: string): Promise<void> {
  const packages = (await readdir(join(ROOT, "packages"))).map((name) => join(ROOT, "packages", name));
  const others = ["apps/docs", "apps/api", "apps/connect"].map((name) => join(ROOT, name));
  const targets = new Map<string, string>();
  const add = (name: string, target: string) => targets.has(name) || targets.set(name, target);
  for (const folder of packages.filter((one) => existsSync(join(one, "package.json")))) {
    const { name } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { name: string };
    add(name, folder);
  }
  for (const folder of [...packages, ...others]) {
    for (const name of await listModules(join(folder, "node_modules"))) add(name, join(folder, "node_modules", name));
  }
  const scopes = new Set([...targets.keys()].filter((name) => name.startsWith("@")).map((name) => name.split("/")[0]));
  await Promise.all([...scopes].map((scope) => mkdir(join(modules, scope ?? ""), { recursive: true })));
  await Promise.all([...targets].map(([name, target]) => symlink(target, join(modules, name), "dir")));
}

async function listModules(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const lists = names
    .filter((name) => !name.startsWith("."))
    .map(async (name) =>
      name.startsWith("@") ? (await readdir(join(folder, name))).map((one) => `${name}/${one}`) : [name],
    );
  return (await Promise.all(lists)).flat();
}

/** `apps/docs/units.md`, line 7, TypeScript: `apps-docs-units-7.ts`. */
export const sampleFile = ({ path, line, language }: Sample): string =>
  `${path.replace(/\.md$/, "").replaceAll("/", "-")}-${line}.${language}`;

/** Writes a sample for compilation, with declarations of its given names. @returns its path. */
export const writeSample = (folder: SampleFolder, sample: Sample): Promise<string> =>
  folder.write(
    sampleFile(sample),
    sample.given.map((name) => `declare const ${name}: any;\n`).join("") + sample.source,
  );

/** Compiles the folder. @returns the compiler's errors; "" if there are none. */
export async function compileSamples({ path }: SampleFolder): Promise<string> {
  const tsc = join(ROOT, "node_modules", ".bin", "tsc");
  return promisify(execFile)(tsc, ["-p", path]).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout || stderr,
  );
}
