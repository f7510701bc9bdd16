import { join } from "node:path";
import { buildPages } from "@portico/ui/build";

/** Builds src/page into a folder, see buildPages. */
export const buildPage = (folder: string): Promise<void> =>
  buildPages({ root: join(import.meta.dirname, "page"), folder });
