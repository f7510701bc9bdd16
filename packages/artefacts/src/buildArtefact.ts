import { existsSync, globSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { ARTEFACTS, type ArtefactName, COPIED, RUNTIME_FILES, type RuntimeFiles } from "./artefacts.ts";
import { APP_FILE, bundle } from "./bundle.ts";
import { type Copied, copyPackage } from "./copyPackage.ts";
import { billOfMaterials } from "./billOfMaterials.ts";
import { toBuilt } from "./ownLocation.ts";
import { packagesOf } from "./packagesOf.ts";
import { thirdPartyNotices } from "./thirdPartyNotices.ts";

export interface BuiltArtefact {
  readonly folder: string;
  /** Everything that it was built from, from the root, except npm packages. */
  readonly inputs: Inputs;
}

export interface Inputs {
  readonly files: readonly string[];
  readonly globs: readonly string[];
}

const NOTICES = "THIRD-PARTY-NOTICES.txt";
const MAIN = `#!/usr/bin/env node
process.setSourceMapsEnabled(true); // stack traces name the sources
process.noDeprecation = true; // as for packages in node_modules, which are bundled
await import("./${APP_FILE}");
`;

/**
 * Builds an artefact into a folder, which is replaced at once.
 * @throws Error if a file that it needs isn't generated, or if the folder is something else.
 */
export async function buildArtefact(root: string, name: ArtefactName, folder: string): Promise<BuiltArtefact> {
  if (existsSync(folder) && !existsSync(join(folder, NOTICES)))
    throw new Error(`${folder} exists and is not an artefact: it is left as it is`);
  await mkdir(dirname(folder), { recursive: true });
  const draft = await mkdtemp(join(dirname(folder), `.${basename(folder)}-`));
  try {
    const inputs = await fill(root, name, draft);
    await chmod(draft, 0o755); // services run as other users
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
    return { folder, inputs };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function fill(root: string, name: ArtefactName, out: string): Promise<Inputs> {
  const { modules, read, packages } = await bundle(root, ARTEFACTS[name], out);
  const toPath = (file: string): string => relative(root, file).split(sep).join("/");
  const needs = modules.map((file): RuntimeFiles => RUNTIME_FILES[toPath(file)] ?? {});
  const globs = [...new Set(needs.flatMap(({ files = [], exported = [] }) => [...files, ...exported]))].toSorted();
  const own = needs.flatMap(({ files: listed = [] }) => listed).flatMap((glob) => findFiles(root, glob));
  for (const path of own) await cp(join(root, path), join(out, toBuilt(path)));
  await copyExported(root, needs, out);
  const copied: Copied = new Map();
  for (const each of new Set([...packages, ...needs.flatMap((need) => need.packages ?? [])].toSorted()))
    await copyPackage(each, join(root, COPIED[each] ?? ""), join(out, "node_modules"), copied);
  await writeFile(join(out, "main.js"), MAIN);
  await writeFile(join(out, "package.json"), await manifestOf(root, name));
  await cp(join(root, "LICENSE"), join(out, "LICENSE"));
  const ofPackages = [...modules, ...[...copied.values()].map((path) => join(path, "package.json"))];
  const lists = own.filter((path) => basename(path) === "licenses.md").map((path) => join(root, path));
  const inside = packagesOf(ofPackages, lists);
  await writeFile(join(out, NOTICES), thirdPartyNotices(inside));
  await writeFile(join(out, "sbom.cdx.json"), await billOfMaterials(name, await versionOf(root), inside));
  const files = read.map(toPath).filter((path) => !path.includes("node_modules/") && !path.startsWith(".."));
  return { files: [...new Set(files)].toSorted(), globs };
}

/** @throws Error if there is none: generated files are missing in a fresh checkout. */
export function findFiles(root: string, glob: string): string[] {
  const files = globSync(glob, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
  if (files.length === 0)
    throw new Error(`${glob} is missing: run pnpm exec turbo run generate build, or pnpm portico build`);
  return files.toSorted();
}

/** Copies files that are found by the name of their package, with a manifest that exports them. */
async function copyExported(root: string, needs: readonly RuntimeFiles[], out: string): Promise<void> {
  const paths = new Set(needs.flatMap(({ exported = [] }) => exported).flatMap((glob) => findFiles(root, glob)));
  const folders = Map.groupBy(paths, (path) => path.split("/").slice(0, 2).join("/"));
  for (const [folder, files] of folders) {
    const { name, version } = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8")) as Manifest;
    const target = join(out, "node_modules", name);
    for (const file of files) await cp(join(root, file), join(target, basename(file)));
    const exports = Object.fromEntries(files.map((file) => [`./${basename(file)}`, `./${basename(file)}`]));
    await writeFile(join(target, "package.json"), print({ name, version, private: true, exports }));
  }
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly engines?: object;
}

async function manifestOf(root: string, name: ArtefactName): Promise<string> {
  const { engines } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as Manifest;
  return print({ name: `portico-${name}`, private: true, license: "MIT", type: "module", engines });
}

/** Of the released packages; undefined in a checkout that has none. */
async function versionOf(root: string): Promise<string | undefined> {
  const manifest = join(root, "packages/client/package.json");
  return existsSync(manifest) ? (JSON.parse(await readFile(manifest, "utf8")) as Manifest).version : undefined;
}

const print = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
