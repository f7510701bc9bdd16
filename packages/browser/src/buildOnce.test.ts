import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { buildOnce } from "./buildOnce.ts";

const cwd = await mkdtemp(join(tmpdir(), "portico-build-"));
afterAll(() => rm(cwd, { recursive: true }));

const folder = join(cwd, "page");
const source = join(cwd, "source.ts");

/** As a bundler does: the page contains the name of its script, which depends on the sources. */
async function build(to: string): Promise<void> {
  const script = `script-${await readFile(source, "utf8")}.js`;
  await Promise.all([
    writeFile(join(to, script), script),
    writeFile(join(to, "index.html"), `${script}\n`.repeat(9_999)),
  ]);
}

/** Makes the source newer than anything built from it. */
async function edit(text: string): Promise<void> {
  await writeFile(source, text);
  const later = new Date(Date.now() + 60_000);
  await utimes(source, later, later);
}

test("while pages are rebuilt, by two processes at once, readers always find them complete", async () => {
  const once = () => buildOnce({ folder, sources: ["source.ts"], cwd, build });
  await edit("a");
  await once();
  let isOver = false;
  const read = async () => {
    for (let reads = 0; ; reads++) {
      if (isOver) return reads;
      expect((await readFile(join(folder, "index.html"), "utf8")).split("\n")).toHaveLength(10_000);
    }
  };
  const reading = read();
  for (const text of "bcdefghijklmnopqrst") {
    await edit(text);
    await Promise.all([once(), once()]);
  }
  isOver = true;
  expect(await reading).toBeGreaterThan(0);
  expect((await readdir(folder)).toSorted()).toEqual(["index.html", "script-t.js"]);
  expect((await readdir(cwd)).toSorted()).toEqual(["page", "source.ts"]);
});
