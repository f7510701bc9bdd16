import type { Generator } from "./generator.ts";

/** Handlers of MSW with values of faker, which answer requests to the server's URL. */
export const mswAutoMock: Generator = {
  name: "msw-auto-mock",
  packages: { "msw-auto-mock": "0.32.1", "@faker-js/faker": "10.0.0", msw: "2.12.10" },
  commands: [["msw-auto-mock", "openapi.json", "--output", "generated", "--typescript", "--base-url", "{url}"]],
  check: `import { setupServer } from 'msw/node';
import { handlers } from "./generated/handlers";
const server = setupServer(...handlers);
server.listen({ onUnhandledRequest: "error" });
const statuses = new Set<number>();
for (let round = 0; round < 20; round++) {
  const response = await fetch((process.argv[2] ?? "") + "/v1/chain/list");
  statuses.add(response.status);
  if (response.status !== 200) continue;
  const chains: { id: string }[] = await response.json();
  if (typeof chains[0]?.id !== "string") throw new Error("not chains");
}
server.close();
if (!statuses.has(200)) throw new Error("no handler answered 200: " + [...statuses].join(", "));
`,
};
