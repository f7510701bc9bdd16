import { listenUntilSignal } from "@portico/server/listen";
import { readLink } from "@portico/server";
import { createDocsServer, type DocsServer } from "./createDocsServer.ts";
import { SITE_FOLDER } from "./siteFolder.ts";

export const SERVE_HELP = `  PORTICO_DOCS_PORT   port to listen on (default 4003; 0: any free port)
  PORTICO_DOCS_HOST   address to listen on (default 127.0.0.1)
  PORTICO_API_URL, PORTICO_CONNECT_URL, PORTICO_DASHBOARD_URL
                      public URLs of the services: first servers of the contract that the site serves, and in its code samples
                      (default: those of a local start)
  PORTICO_EXPLORER_URL, PORTICO_MOCK_URL, PORTICO_MCP_URL
                      public URLs of apps to which the first page links, as to those above (default: those of a local start)`;

/** Serves the built site until a signal, where the environment says. */
export async function serveSite(): Promise<DocsServer> {
  const urlOf = (name: string): string | undefined => readLink(process.env, name) || undefined;
  const docs = await createDocsServer(SITE_FOLDER, undefined, {
    api: urlOf("PORTICO_API_URL"),
    connect: urlOf("PORTICO_CONNECT_URL"),
    dashboard: urlOf("PORTICO_DASHBOARD_URL"),
    explorer: urlOf("PORTICO_EXPLORER_URL"),
    mock: urlOf("PORTICO_MOCK_URL"),
    mcp: urlOf("PORTICO_MCP_URL"),
  });
  const { PORTICO_DOCS_PORT: port = "4003", PORTICO_DOCS_HOST: host = "127.0.0.1" } = process.env;
  listenUntilSignal("docs", docs.server, { port, host });
  return docs;
}
