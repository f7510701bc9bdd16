import { type Package, readLicense } from "./packagesOf.ts";

/** The names, versions and licenses of npm packages, with the texts of their license files. */
export function thirdPartyNotices(packages: readonly Package[]): string {
  const notices = packages.flatMap(({ name, version, license, folder }) =>
    folder === undefined ? [] : [{ title: `${name} ${version}`, license, text: readLicense(folder) ?? NO_TEXT }],
  );
  const list = notices.map(({ title, license }) => `  ${title}: ${license}`);
  const texts = notices.map(({ title, license, text }) => `${RULE}\n${title} (${license})\n\n${text}\n`);
  return [HEAD, ...list, "", ...texts].join("\n");
}

const HEAD = "This program contains code of the following packages.\n";
const NO_TEXT = "The package has no license file.";
const RULE = "-".repeat(80);
