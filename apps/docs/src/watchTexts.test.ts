import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { watchTexts } from "./watchTexts.ts";

test("a text in any folder that is saved in place or replaced triggers every time, even after a failure", async () => {
  const folder = await mkdtemp(join(tmpdir(), "portico-docs-watch-"));
  const other = await mkdtemp(join(folder, "other-"));
  const guide = join(other, "guide.md");
  const seen = new Map(["replaced", "again", "in place"].map((text) => [text, Promise.withResolvers<void>()]));
  const failures: unknown[] = [];
  const work = async () => {
    seen.get(await readFile(guide, "utf8"))?.resolve();
    throw new Error("a build that fails");
  };
  const watching = watchTexts([folder, other], work, (error) => failures.push(error));
  try {
    for (const text of ["replaced", "again"]) {
      await writeFile(join(folder, "draft"), text);
      await rename(join(folder, "draft"), guide);
      await seen.get(text)?.promise;
    }
    await writeFile(guide, "in place");
    await seen.get("in place")?.promise;
    expect(failures.length).toBeGreaterThan(1);
  } finally {
    watching.close();
    await rm(folder, { recursive: true });
  }
});
