import { join } from "node:path";

/** Where `pnpm --filter @portico/dashboard build` puts the web app. */
export const WEB_FOLDER = join(import.meta.dirname, "..", "dist", "web");
