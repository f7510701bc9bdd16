import { createClient } from "@portico/client";
import { createHooks } from "@portico/client/react";

/** Calls the page's own server, which adds the key: see vite.config.ts. */
export const portico = createHooks(createClient({ baseUrl: `${location.origin}/portico` }));
