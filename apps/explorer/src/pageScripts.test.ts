import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { FIRST_MESSAGES, LANGUAGES } from "./languages.ts";
import { readSources } from "./testing/readSources.ts";
import { WEB_FOLDER } from "./webFolder.ts";

interface Chunk {
  readonly name?: string;
  readonly file: string;
  readonly imports?: readonly string[];
}

const MAX_KILOBYTES = 120;
/** Where a person can arrive; the overview is in the first script. */
const PAGES = /^pages\/\w+Page\.tsx$/;

const manifest = JSON.parse(readFileSync(join(WEB_FOLDER, "files.json"), "utf8")) as Record<string, Chunk>;

/** A script with all that it imports. */
function filesOf(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const { file, imports = [] } = manifest[name]!;
    if (found.has(file)) continue;
    found.add(file);
    filesOf(imports, found);
  }
  return found;
}

const sizes = new Map<string, number>();
const sizeOf = (file: string): number => {
  const known = sizes.get(file) ?? gzipSync(readFileSync(join(WEB_FOLDER, file))).length;
  sizes.set(file, known);
  return known;
};
const kilobytesOf = (names: readonly string[]): number =>
  [...filesOf(names)].reduce((sum, file) => sum + sizeOf(file), 0) / 1000;

/** What a page says in a language: scripts that are loaded with it. */
function messagesOf(page: string, language: string): string[] {
  const areas = later.find(({ path }) => path === page)?.areas ?? [];
  const first = Object.keys(manifest).filter((name) => manifest[name]?.name === FIRST_MESSAGES + language);
  return [...first, ...areas.map((area) => `languages/${language}/${area}.ts`)];
}
const { later } = readSources(join(import.meta.dirname, "web")).get("router.tsx")!;

test("no page begins with more script than a phone loads quickly, in any language", () => {
  const pages = Object.keys(manifest).filter((name) => PAGES.test(name));
  expect(pages.length).toBeGreaterThan(12);
  const weights = pages.flatMap((page) =>
    LANGUAGES.map(({ id }) => [page, id, kilobytesOf(["index.html", page, ...messagesOf(page, id)])] as const),
  );
  expect(weights.filter(([, , size]) => size < 60 || size > MAX_KILOBYTES)).toEqual([]);
});
