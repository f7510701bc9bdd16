import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileOfGuide, GUIDES, nameOfReadme } from "./pageList.ts";

/** A page before it is rendered. */
export type PageSource = {
  readonly name: string;
  /** Its file, relative to the repository root; for a generated page the path where it would be. */
  readonly path: string;
  readonly markdown: string;
};

/** The READMEs that become pages, as globs. */
export const READMES: readonly string[] = [
  "README.md",
  "{apps,packages,examples}/*/README.md",
  "{bench,examples,scripts,spec}/README.md",
];

const listReadmes = (root: string): string[] =>
  globSync([...READMES], { cwd: root, exclude: (path) => path.endsWith("node_modules") });

const FOLDERS = ["apps/docs", ".changeset", "packages/contract/generated"];

/** The folders of the site's texts: guides, READMEs, changelogs and changesets, and the contract. */
export const textFolders = (root: string): string[] =>
  [...new Set([...FOLDERS, ...listReadmes(root).map((path) => dirname(path))])].map((folder) => join(root, folder));

/** The guides and READMEs of the repository. A missing guide is left out: a test checks for that. */
export async function readSources(root: string): Promise<{ guides: PageSource[]; readmes: PageSource[] }> {
  const readmes = listReadmes(root);
  const read = async (path: string, name: string): Promise<PageSource[]> => {
    const markdown = await readFile(join(root, path), "utf8").catch(() => undefined);
    return markdown === undefined ? [] : [{ name, path, markdown }];
  };
  const names = GUIDES.flatMap(({ pages }) => pages);
  const [guides, ofParts] = await Promise.all([
    Promise.all(names.map((name) => read(fileOfGuide(name), name))),
    Promise.all(readmes.toSorted().map((path) => read(path, nameOfReadme(path)))),
  ]);
  return { guides: guides.flat(), readmes: ofParts.flat() };
}
