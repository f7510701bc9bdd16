import type { Generator } from "./generator.ts";

/** Handlers of MSW, read from the contract when the program runs: its examples answer requests to the server's URL. */
export const mswSource: Generator = {
  name: "@mswjs/source",
  packages: { "@mswjs/source": "0.5.0", msw: "2.12.10" },
  commands: [],
  check: `import { readFileSync } from "node:fs";
import { fromOpenApi } from '@mswjs/source/open-api';
import { setupServer } from 'msw/node';
const handlers = await fromOpenApi(readFileSync("openapi.json", "utf8"));
const server = setupServer(...handlers);
server.listen({ onUnhandledRequest: "error" });
const response = await fetch((process.argv[2] ?? "") + "/v1/chain/list");
const chains: { id: string }[] = await response.json();
server.close();
if (response.status !== 200 || chains[0]?.id === undefined) throw new Error(response.status + " " + JSON.stringify(chains).slice(0, 200));
`,
};
