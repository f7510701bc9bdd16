import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { writeFolder } from "./writeFolder.ts";

const parent = mkdtempSync(join(tmpdir(), "portico-docs-"));
afterAll(() => rmSync(parent, { recursive: true }));

test("a reader of the folder during a write finds each file complete, in its old or new version", async () => {
  const folder = join(parent, "site");
  const pageOf = (letter: string) => letter.repeat(200_000);
  await writeFolder(
    folder,
    new Map([
      ["index.html", pageOf("a")],
      ["old.html", "old"],
    ]),
  );
  const read = new Set<string>();
  const writing = new AbortController();
  const reading = (async () => {
    while (!writing.signal.aborted) {
      const text = readFileSync(join(folder, "index.html"), "utf8");
      read.add(`${text[0]} ${text.length}`);
      await new Promise(setImmediate);
    }
  })();
  for (const letter of ["b", "c", "d", "e"]) await writeFolder(folder, new Map([["index.html", pageOf(letter)]]));
  writing.abort();
  await reading;
  expect([...read].filter((text) => !text.endsWith(" 200000"))).toEqual([]);
  expect(readdirSync(folder)).toEqual(["index.html"]);
});
