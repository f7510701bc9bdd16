import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { listenUntilSignal } from "@portico/server/listen";
import { addressOf, SCENARIOS } from "./scenarios/scenarios.ts";

const HELP = `Portico's mock: answers every operation of the contract, with recorded data or the contract's examples.

  node apps/mock/src/main.ts

Environment
  PORTICO_MOCK_PORT   port to listen on (default 4004; 0: any free port)
  PORTICO_MOCK_HOST   address to listen on (default 127.0.0.1)

The header Prefer selects a response
  code=429            the contract's example of that status
  example=Empty       the example of that name
  dynamic=true        made up from the schema; seed=NAME makes it repeatable

The header Portico-Mock selects a scenario, and so does an address
${listScenarios()}
  and person=NAME, latency=MS, fault=cut, times=1, seed=NAME, expires=SECONDS: see apps/docs/qa.md`;

function listScenarios(): string {
  return [...SCENARIOS]
    .map(([name, scenario]) => `  ${`scenario=${name}`.padEnd(25)}${addressOf(scenario)}  ${scenario.about}`)
    .join("\n");
}

if (process.argv.includes("--help")) console.log(HELP);
else await listen();

async function listen(): Promise<void> {
  const [{ createMockServer }, { readRecording }, document] = await Promise.all([
    import("./createMockServer.ts"), // with Prism, which help doesn't need
    import("./recorded/recording.ts"),
    readFile(fileURLToPath(import.meta.resolve("@portico/contract/openapi.mock.json")), "utf8"),
  ]);
  const server = createMockServer(document, { recording: await readRecording() });
  const { PORTICO_MOCK_PORT: port = "4004", PORTICO_MOCK_HOST: host = "127.0.0.1" } = process.env;
  listenUntilSignal("mock", server, { port, host });
}
