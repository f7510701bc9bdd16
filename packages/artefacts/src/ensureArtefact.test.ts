import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { ensureArtefact } from "./ensureArtefact.ts";
import { createTestRoot } from "./testing/createTestRoot.ts";

const temporary = mkdtempSync(join(tmpdir(), "portico-artefacts-"));
afterAll(() => rmSync(temporary, { recursive: true }));

let root: string;
let cache: string;
beforeEach(() => {
  root = createTestRoot(temporary);
  cache = join(root, "cache");
});

/** Of the past: a change while it is built would build it again. */
function edit(path: string, text: string): void {
  writeFileSync(join(root, path), text);
  utimesSync(join(root, path), 0, 0);
}

const ensure = () => ensureArtefact("docs", { root, cache });
const run = (main: string): string => execFileSync(process.execPath, [main], { encoding: "utf8" }).trim();

test("an artefact is built once for the same sources, also by several at once", async () => {
  const [first, second] = await Promise.all([ensure(), ensure()]);
  expect([second, await ensure()]).toEqual([first, first]);
  expect(run(first)).toBe("1");
});

test("each edit of a bundled module, with the same time of change and size, too, builds it again", async () => {
  edit("apps/docs/src/one.ts", "export const one: number = 1;");
  const before = await ensure();
  edit("apps/docs/src/one.ts", "export const one: number = 2;");
  const after = await ensure();
  expect([run(before), run(after)]).toEqual(["1", "2"]); // one that is in use remains
  edit("pnpm-lock.yaml", "other versions");
  expect(await ensure()).not.toBe(after);
  edit("apps/docs/src/unused.ts", "export {};");
  expect(await ensure()).toBe(await ensure());
});

test("an artefact of other sources is deleted when no process uses it any more", async () => {
  const before = dirname(await ensure());
  rmSync(`${before}.used-${process.pid}`);
  writeFileSync(`${before}.used-999999999`, ""); // of a process that ended
  edit("apps/docs/src/one.ts", "export const one: number = 2;");
  const after = dirname(await ensure());
  expect([before, `${before}.used-999999999`, after].map((path) => existsSync(path))).toEqual([false, false, true]);
});
