import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** An npm package whose code is in an artefact. */
export interface Package {
  readonly name: string;
  readonly version: string;
  /** SPDX, if its manifest has that; or as it says. */
  readonly license: string;
  /** Undefined if it was bundled into pages, which have a list of their own. */
  readonly folder: string | undefined;
}

/**
 * The npm packages that files belong to, sorted by name and version.
 * @param paths - Of files of the packages.
 * @param lists - Vite's `licenses.md` of built pages.
 */
export function packagesOf(paths: Iterable<string>, lists: Iterable<string>): Package[] {
  const folders = new Set(Array.from(paths, findFolder).filter((folder) => folder !== undefined));
  const all = [...Array.from(lists).flatMap(readList), ...Array.from(folders, readManifest)];
  const byTitle = new Map(all.map((one) => [`${one.name} ${one.version}`, one]));
  return [...byTitle].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** The folder of the npm package that a file belongs to. */
function findFolder(path: string): string | undefined {
  const [, folder] = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)/.exec(path) ?? [];
  return folder;
}

function readManifest(folder: string): Package {
  const {
    name,
    version,
    license = "see its text",
  } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    name: string;
    version: string;
    license?: string | { type: string };
  };
  return { name, version, license: typeof license === "string" ? license : license.type, folder };
}

/** @throws Error if a title has another form: a later Vite writes another list. */
function readList(path: string): Package[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines
    .filter((line) => line.startsWith("## "))
    .map((line) => {
      const [, name, version = "", license = ""] = /^## (\S+) - (\S+) \((.+)\)$/.exec(line) ?? [];
      if (name === undefined) throw new Error(`${path} has no package's title: ${line}`);
      return { name, version, license, folder: undefined };
    });
}

const LICENSE_FILE = /^[\w-]*(licen[cs]e|copying|notice)[\w-]*(\.(md|txt|markdown|mit|apache2?|bsd))?$/i;

/** Of the package, or of the repository folder that it was published with; undefined if it has none. */
export function readLicense(folder: string): string | undefined {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
    .map(({ name }) => name)
    .toSorted();
  const texts = names.map((name) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim());
  return texts.length > 0 ? texts.join("\n\n") : undefined;
}
