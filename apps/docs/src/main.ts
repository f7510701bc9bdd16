import { join } from "node:path";
import { listenUntilSignal } from "@portico/server/listen";
import { createDocsServer } from "./createDocsServer.ts";
import { ensureDocs } from "./ensureDocs.ts";
import { ROOT } from "./root.ts";
import { textFolders } from "./site/readSources.ts";
import { watchTexts } from "./watchTexts.ts";

const HELP = `Portico's docs: guides, decisions and the reference.

  node apps/docs/src/main.ts

Builds apps/docs/dist, unless it is up to date, and serves it.

Environment
  PORTICO_DOCS_PORT   port to listen on (default 4003; 0: any free port)
  PORTICO_DOCS_HOST   address to listen on (default 127.0.0.1)
  PORTICO_DOCS_WATCH  1: rebuilds when a guide, a README, a changeset or the contract changes`;

const FOLDER = join(import.meta.dirname, "..", "dist");

if (process.argv.includes("--help")) console.log(HELP);
else await listen();

async function listen(): Promise<void> {
  await build();
  const { server, reload } = await createDocsServer(FOLDER);
  const { PORTICO_DOCS_PORT: port = "4003", PORTICO_DOCS_HOST: host = "127.0.0.1" } = process.env;
  listenUntilSignal("docs", server, { port, host });
  if (process.env["PORTICO_DOCS_WATCH"] !== "1") return;
  const watching = watchTexts(textFolders(ROOT), async () => {
    await build();
    await reload();
  });
  server.once("close", () => watching.close());
}

async function build(): Promise<void> {
  for (const problem of await ensureDocs(FOLDER)) console.error(`docs: ${problem}`);
}
