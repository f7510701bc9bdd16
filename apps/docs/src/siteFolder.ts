import { join } from "node:path";

/** Where the site is built, and served from. */
export const SITE_FOLDER = join(import.meta.dirname, "..", "dist");
