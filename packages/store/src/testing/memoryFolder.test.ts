import { mkdir, mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { deleteAbandonedFolders, makeMemoryFolder } from "./memoryFolder.ts";

test("folders that killed runs left are deleted after half a day, and nothing else is", async () => {
  const parent = await mkdtemp(join(tmpdir(), "portico-parent-"));
  const made = await makeMemoryFolder();
  const name = basename(made);
  for (const folder of [`${name}-old`, `${name}-new`, "other"]) await mkdir(join(parent, folder));
  const now = Date.now();
  const old = new Date(now - 13 * 3_600_000);
  for (const folder of [`${name}-old`, "other"]) await utimes(join(parent, folder), old, old);
  await deleteAbandonedFolders(parent, now);
  expect((await readdir(parent)).toSorted()).toEqual(["other", `${name}-new`]);
  await deleteAbandonedFolders(join(parent, "missing"), now);
  await Promise.all([made, parent].map((folder) => rm(folder, { recursive: true })));
});
