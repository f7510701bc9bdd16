import { join } from "node:path";

/** Where `pnpm --filter @portico/dashboard build` puts the web app. */
export const WEB_FOLDER = join(import.meta.dirname, "..", "dist", "web");

/** What stands in the built HTML for the nonce of an answer. */
export const NONCE_PLACE = "PORTICO_NONCE";
