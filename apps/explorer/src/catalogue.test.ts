import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { expect, test } from "vitest";
import { LANGUAGES } from "./languages.ts";
import { FIRST_AREAS } from "./web/languages/catalogue.ts";
import { findTexts } from "./testing/findTexts.ts";
import { listNodes, readSources, type Source, type SyntaxNode } from "./testing/readSources.ts";

const WEB = join(import.meta.dirname, "web");
/** Files for other programs, which read English. */
const MACHINE_FORMATS = new Set(["pages/history/export/exportFormats.ts"]);

const sources = readSources(WEB);
const users = [...sources.values()].filter(({ path }) => !/^languages\/[a-z]{2}\//.test(path));

type Area = Readonly<Record<string, string>>;
const areas = globSync("*.ts", { cwd: join(WEB, "languages/en") }).map((file) => file.replace(".ts", ""));
const readArea = async (language: string, area: string): Promise<Area> =>
  ((await import(join(WEB, "languages", language, `${area}.ts`))) as { messages: Area }).messages;
const english = new Map(await Promise.all(areas.map(async (area) => [area, await readArea("en", area)] as const)));
const ids = [...english.values()].flatMap((messages) => Object.keys(messages));

type Token = ReturnType<typeof compileMessageOrThrow>[number];

/** The parameters of a message with their kinds, and its tags, sorted. */
function listParameters(text: string): string[] {
  const found = new Set(Array.from(text.matchAll(/<\/\w+>|<\w+\/>/g), ([tag]) => tag));
  const add = (token: Token): void => {
    if (typeof token === "string") return;
    const [name, kind = "text", cases] = token;
    found.add(`${name} ${kind}`);
    for (const inner of Object.values(typeof cases === "object" ? (cases ?? {}) : {}))
      if (Array.isArray(inner)) inner.forEach(add);
  };
  compileMessageOrThrow(text).forEach(add);
  return [...found].toSorted();
}

/** The forms that each plural of a message has. */
const listPlurals = (text: string): string[][] =>
  compileMessageOrThrow(text).flatMap((token) =>
    typeof token !== "string" && token[1] === "plural" && typeof token[2] === "object" && token[2] !== null
      ? [Object.keys(token[2]).filter((form) => /^[a-z]/.test(form) && form !== "offset")]
      : [],
  );

test.each(LANGUAGES.map(({ id }) => id))(
  "the catalogue in %s has the same messages with the same parameters",
  async (language) => {
    expect(globSync("*.ts", { cwd: join(WEB, "languages", language) }).toSorted()).toEqual(
      areas.map((area) => `${area}.ts`).toSorted(),
    );
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    for (const [area, messages] of english) {
      const translated = await readArea(language, area);
      expect(Object.keys(translated).toSorted()).toEqual(Object.keys(messages).toSorted());
      for (const [id, text] of Object.entries(translated)) {
        expect.soft([id, listParameters(text)]).toEqual([id, listParameters(messages[id] ?? "")]);
        for (const plural of listPlurals(text)) expect.soft([id, plural.toSorted()]).toEqual([id, forms]);
        expect.soft([id, text.trim()]).not.toEqual([id, ""]);
      }
    }
  },
);

test("an id begins with the name of its area, and no id is twice in the catalogue", () => {
  for (const [area, messages] of english)
    expect(Object.keys(messages).filter((id) => !new RegExp(`^${area}\\.\\w+$`).test(id))).toEqual([]);
});

const textsOf = ({ program }: Source): SyntaxNode[] =>
  listNodes(program).filter(({ type }) => type === "Literal" || type === "TemplateLiteral");

/** The ids that a source mentions: as such, or by their beginnings. */
function idsIn(source: Source): string[] {
  return textsOf(source).flatMap((node) => {
    if (node.type === "Literal")
      return typeof node["value"] === "string" && ids.includes(node["value"]) ? [node["value"]] : [];
    const [first] = node["quasis"] as { value: { cooked: string } }[];
    const start = first?.value.cooked ?? "";
    return /^[a-z]\w*\.\w*$/.test(start)
      ? ids.filter((id) => id.startsWith(start) && words.has(id.slice(start.length)))
      : [];
  });
}
/** Strings and names of properties. */
const words = new Set(users.flatMap(({ program }) => listNodes(program)).map(({ value, name }) => value ?? name));

test("each message is used", () => {
  const used = new Set([...users.flatMap(idsIn), "shell.noScript"]); // by the server
  expect(ids.filter((id) => !used.has(id))).toEqual([]);
});

const without = (some: ReadonlySet<string>, others: readonly string[]): string[] =>
  [...some].filter((one) => !others.includes(one)).toSorted();

/** The areas whose messages a source shows, with all that it imports, but for what is loaded with their areas. */
function areasOf(path: string, seen = new Set<string>()): Set<string> {
  const source = sources.get(path);
  if (source === undefined || seen.has(path) || !users.includes(source)) return new Set();
  seen.add(path);
  const imported = source.imports.map((one) => areasOf(one, seen));
  const later = source.later.map((one) => without(areasOf(one.path, new Set(seen)), one.areas));
  const own = idsIn(source).map((id) => id.split(".")[0] ?? "");
  return new Set([...own, ...imported.flatMap((some) => [...some]), ...later.flat()]);
}

test("a part that is loaded later is loaded with the areas whose messages it shows", () => {
  expect(without(areasOf("main.tsx"), FIRST_AREAS)).toEqual([]);
  for (const { path, later } of users)
    for (const one of later.filter(({ areas: given }) => given.length > 0))
      expect([path, one.path, ...one.areas.toSorted()]).toEqual([
        path,
        one.path,
        ...without(areasOf(one.path), FIRST_AREAS),
      ]);
});

test("every text that a person reads comes from the catalogue", () => {
  const found = users
    .filter(({ path }) => !MACHINE_FORMATS.has(path))
    .flatMap(({ path, program }) => findTexts(program).map((text) => `${path}: ${text}`));
  expect(found).toEqual([]);
});

test("style sheets follow the direction of the text, and have no words", () => {
  const folders = [join(WEB, "style"), join(import.meta.dirname, "../../../packages/ui/src/web/style")];
  const sheets = folders.flatMap((folder) => globSync("*.css", { cwd: folder }).map((file) => join(folder, file)));
  expect(sheets.length).toBeGreaterThan(20);
  const physical =
    /(?:margin|padding|border)-(?:left|right)|text-align: (?:left|right)|^\s*(?:left|right):(?! 50%)|content: "[^"]*[a-z]/gim;
  expect(
    sheets.flatMap((file) => [...readFileSync(file, "utf8").matchAll(physical)].map(([text]) => [file, text])),
  ).toEqual([]);
});
