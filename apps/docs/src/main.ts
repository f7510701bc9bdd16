import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buildDocs } from "./buildDocs.ts";
import { createDocsServer } from "./createDocsServer.ts";

const HELP = `Portico's reference pages.

  node apps/docs/src/main.ts

Builds apps/docs/dist and serves it.

Environment
  PORTICO_DOCS_PORT   port to listen on (default 4003; 0: any free port)
  PORTICO_DOCS_HOST   address to listen on (default 127.0.0.1)`;

if (process.argv.includes("--help")) console.log(HELP);
else await listen();

async function listen(): Promise<void> {
  const folder = join(import.meta.dirname, "..", "dist");
  await buildDocs(folder); // a second, and never older than the contract
  const server = await createDocsServer(folder);
  const port = Number(process.env["PORTICO_DOCS_PORT"] ?? 4003);
  server.once("error", (error) => {
    console.error(`docs: ${error.message}`);
    process.exitCode = 1;
  });
  server.listen(port, process.env["PORTICO_DOCS_HOST"] ?? "127.0.0.1", () => {
    const { address, port: bound } = server.address() as AddressInfo;
    console.log(`docs: http://${address}:${bound}`);
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
    });
  }
}
