import { listenUntilSignal } from "@portico/server/listen";
import { createDocsServer, type DocsServer } from "./createDocsServer.ts";
import { SITE_FOLDER } from "./siteFolder.ts";

export const SERVE_HELP = `  PORTICO_DOCS_PORT   port to listen on (default 4003; 0: any free port)
  PORTICO_DOCS_HOST   address to listen on (default 127.0.0.1)`;

/** Serves the built site until a signal, where the environment says. */
export async function serveSite(): Promise<DocsServer> {
  const docs = await createDocsServer(SITE_FOLDER);
  const { PORTICO_DOCS_PORT: port = "4003", PORTICO_DOCS_HOST: host = "127.0.0.1" } = process.env;
  listenUntilSignal("docs", docs.server, { port, host });
  return docs;
}
