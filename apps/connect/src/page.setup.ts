import { globSync, statSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buildPage } from "./buildPage.ts";
import { PAGE_FOLDER } from "./pages.ts";

/** Builds the page before the tests, unless what is built is newer than its sources. */
export default async function setup(): Promise<void> {
  const sources = globSync("{page/*,buildPage.ts}", { cwd: import.meta.dirname });
  const newest = Math.max(...sources.map((file) => statSync(join(import.meta.dirname, file)).mtimeMs));
  const builtAt = statSync(join(PAGE_FOLDER, "index.html"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (builtAt >= newest) return;
  const dist = dirname(PAGE_FOLDER);
  await mkdir(dist, { recursive: true });
  const staging = await mkdtemp(join(dist, "page-"));
  await buildPage(staging);
  // by rename, for whoever runs tests at the same time; who comes second throws theirs away
  await rm(PAGE_FOLDER, { recursive: true, force: true });
  await rename(staging, PAGE_FOLDER).catch(() => rm(staging, { recursive: true, force: true }));
}
