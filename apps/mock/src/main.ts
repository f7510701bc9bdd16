import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createMockServer } from "./createMockServer.ts";

const HELP = `Portico's mock: answers every operation of the contract with its examples.

  node apps/mock/src/main.ts

Environment
  PORTICO_MOCK_PORT   port to listen on (default 4004; 0: any free port)
  PORTICO_MOCK_HOST   address to listen on (default 127.0.0.1)

Ask with the header Prefer
  code=429            the contract's example of that status
  example=Empty       the example of that name
  dynamic=true        made up from the schema; seed=NAME makes it repeatable`;

if (process.argv.includes("--help")) console.log(HELP);
else await listen();

async function listen(): Promise<void> {
  const document = await readFile(fileURLToPath(import.meta.resolve("@portico/contract/openapi.mock.json")), "utf8");
  const server = await createMockServer(document);
  const port = Number(process.env["PORTICO_MOCK_PORT"] ?? 4004);
  server.once("error", (error) => {
    console.error(`mock: ${error.message}`);
    process.exitCode = 1;
  });
  server.listen(port, process.env["PORTICO_MOCK_HOST"] ?? "127.0.0.1", () => {
    const { address, port: bound } = server.address() as AddressInfo;
    console.log(`mock: http://${address}:${bound}`);
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
    });
  }
}
