import { cp, readFile, realpath } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Folders of the copied packages, by name. */
export type Copied = Map<string, string>;

/**
 * Copies an installed package and what it depends on into a flat `node_modules`. Optional dependencies are copied if they
 * are installed: native code of this platform.
 * @param from - The folder of the package that depends on it.
 * @throws Error if it isn't installed, or if two of its dependencies need different versions of a package.
 */
export async function copyPackage(name: string, from: string, modules: string, copied: Copied): Promise<void> {
  const folder = await findPackage(name, await realpath(from));
  if (folder === undefined)
    throw new Error(`The package ${name}, needed in ${from}, isn't installed: run pnpm install`);
  const before = copied.get(name);
  if (before === folder) return;
  if (before !== undefined) throw new Error(`Two versions of ${name} can't be copied: ${before} and ${folder}`);
  copied.set(name, folder);
  const inPackage = (path: string): boolean => !path.slice(folder.length).split(sep).includes("node_modules");
  await cp(folder, join(modules, name), { recursive: true, dereference: true, filter: inPackage });
  const { dependencies = {}, optionalDependencies = {} } = await readManifest(folder);
  for (const dependency of Object.keys(dependencies)) {
    if (!(dependency in optionalDependencies)) await copyPackage(dependency, folder, modules, copied);
  }
  for (const dependency of Object.keys(optionalDependencies)) {
    if ((await findPackage(dependency, folder)) !== undefined) await copyPackage(dependency, folder, modules, copied);
  }
}

const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;

/** As Node resolves it: in the `node_modules` of the folder and of those above. */
async function findPackage(name: string, from: string): Promise<string | undefined> {
  const folder = join(from, "node_modules", name);
  if (existsSync(join(folder, "package.json"))) return await realpath(folder);
  const above = dirname(from);
  return above === from ? undefined : findPackage(name, above);
}
