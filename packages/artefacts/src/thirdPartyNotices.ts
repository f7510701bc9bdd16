import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Notice {
  readonly title: string;
  readonly license: string;
  readonly text: string;
}

const LICENSE_FILE = /^[\w-]*(licen[cs]e|copying|notice)[\w-]*(\.(md|txt|markdown|mit|apache2?|bsd))?$/i;

/**
 * The names, versions and licenses of npm packages, with the texts of their license files.
 * @param paths - Of files of the packages.
 */
export function thirdPartyNotices(paths: Iterable<string>): string {
  const folders = new Set(Array.from(paths, findPackageFolder).filter((folder) => folder !== undefined));
  const byTitle = new Map(Array.from(folders, readNotice).map((notice) => [notice.title, notice]));
  const notices = [...byTitle.values()].toSorted((a, b) => (a.title < b.title ? -1 : 1));
  const list = notices.map(({ title, license }) => `  ${title}: ${license}`);
  const texts = notices.map(({ title, license, text }) => `${RULE}\n${title} (${license})\n\n${text}\n`);
  return [HEAD, ...list, "", ...texts].join("\n");
}

const HEAD = "This program contains code of the following packages.\n";
const RULE = "-".repeat(80);

/** The folder of the npm package that a file belongs to. */
function findPackageFolder(path: string): string | undefined {
  const [, folder] = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)/.exec(path) ?? [];
  return folder;
}

function readNotice(folder: string): Notice {
  const {
    name,
    version,
    license = "see its text",
  } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    name: string;
    version: string;
    license?: string | { type: string };
  };
  return {
    title: `${name} ${version}`,
    license: typeof license === "string" ? license : license.type,
    text: readLicense(folder) ?? "The package has no license file.",
  };
}

/** Of the package, or of the repository folder that it was published with. */
function readLicense(folder: string): string | undefined {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
    .map(({ name }) => name)
    .toSorted();
  const texts = names.map((name) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim());
  return texts.length > 0 ? texts.join("\n\n") : undefined;
}
