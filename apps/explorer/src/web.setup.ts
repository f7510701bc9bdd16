import { buildOnce } from "@portico/browser";
import { buildWeb } from "./buildWeb.ts";
import { WEB_FOLDER } from "./webFolder.ts";

/** Builds the web app before the tests. */
export default async function setup(): Promise<void> {
  const sources = [
    "{web/**/*,worker/*,buildWeb.ts,compileCatalogues.ts,languages.ts}",
    "../../../packages/{client,ui}/src/**/*.{ts,tsx,css}",
  ];
  await buildOnce({ folder: WEB_FOLDER, sources, cwd: import.meta.dirname, build: buildWeb });
}
