import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { readLink } from "@portico/server/link";
import { listenUntilSignal } from "@portico/server/listen";
import { addressOf, SCENARIOS } from "./scenarios/scenarios.ts";

const HELP = `Portico's mock: answers every operation of the contract, with recorded data or the contract's examples.

  node apps/mock/src/main.ts

Environment
  PORTICO_MOCK_PORT   port to listen on (default 4004; 0: any free port)
  PORTICO_MOCK_HOST   address to listen on (default 127.0.0.1)
  PORTICO_DOCS_URL    docs to which the page at the root links (default: none)

The header Prefer selects a response
  code=429            the contract's example of that status
  example=Empty       the example of that name
  dynamic=true        made up from the schema; seed=NAME makes it repeatable

The header X-Response-Profile selects the form of answers: seed (default) or live, as the path's prefix /live does

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
  const [{ createMockServer }, { readRecording }, { readLanding }, { findNamed }, document, liveDocument] =
    await Promise.all([
      import("./createMockServer.ts"), // with Prism, which help doesn't need
      import("./recorded/recording.ts"),
      import("./landing/readLanding.ts"),
      import("./recorded/findUser.ts"),
      readFile(fileURLToPath(import.meta.resolve("@portico/contract/openapi.mock.json")), "utf8"),
      readFile(fileURLToPath(import.meta.resolve("@portico/contract/openapi.mock.live.json")), "utf8"),
    ]);
  const recording = await readRecording();
  const docsUrl = readLink(process.env, "PORTICO_DOCS_URL") || undefined;
  const landing = await readLanding({ owner: findNamed(recording, "demo")?.address ?? "", docsUrl });
  const server = createMockServer(document, { recording, liveDocument, landing });
  const { PORTICO_MOCK_PORT: port = "4004", PORTICO_MOCK_HOST: host = "127.0.0.1" } = process.env;
  listenUntilSignal("mock", server, { port, host });
}
