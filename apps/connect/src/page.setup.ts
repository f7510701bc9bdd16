import { buildOnce } from "@portico/browser";
import { buildPage } from "./buildPage.ts";
import { PAGE_FOLDER } from "./pages.ts";

/** Builds the page before the tests. */
export default async function setup(): Promise<void> {
  const sources = ["{page/*,buildPage.ts}", "../../../packages/ui/src/**/*.{ts,css}"];
  await buildOnce({ folder: PAGE_FOLDER, sources, cwd: import.meta.dirname, build: buildPage });
}
