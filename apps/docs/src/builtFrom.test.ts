import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { builtFrom, markBuilt } from "./builtFrom.ts";

/** An empty repository with a folder for the built site. */
async function open() {
  const root = await mkdtemp(join(tmpdir(), "portico-docs-built-"));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const folder of ["apps/docs/src/web", "packages/ui/src", "dist"])
    await mkdir(join(root, folder), { recursive: true });
  const dist = join(root, "dist");
  return {
    write: (path: string, text: string) => writeFile(join(root, path), text),
    build: (work: () => Promise<readonly string[]> = async () => []) => markBuilt(root, dist, work),
    builtNow: () => builtFrom(root, dist),
  };
}

test("a build is current until a text, a source or a style changes", async () => {
  const { write, build, builtNow } = await open();
  expect(await builtNow()).toBeUndefined();
  await build(async () => ["a problem"]);
  expect(await builtNow()).toEqual(["a problem"]);
  for (const path of ["README.md", "apps/docs/units.md", "apps/docs/src/web/main.ts", "packages/ui/src/tokens.css"]) {
    await write(path, "new");
    expect([path, await builtNow()]).toEqual([path, undefined]);
    await build();
    expect([path, await builtNow()]).toEqual([path, []]);
  }
  await write("apps/docs/src/docs.test.ts", "no source of the site");
  expect(await builtNow()).toEqual([]);
});

test("a build is not current if a source changed during it, if it failed, or if its mark is incomplete", async () => {
  const { write, build, builtNow } = await open();
  await build(async () => {
    await write("README.md", "changed meanwhile");
    return [];
  });
  expect(await builtNow()).toBeUndefined();
  await build();
  await expect(build(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await builtNow()).toBeUndefined();
  await build();
  await write("dist/.built-from.json", `{"hash":"`);
  expect(await builtNow()).toBeUndefined();
});
