import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { createMockServer } from "../createMockServer.ts";
import { RECORDED, type Recording } from "../recorded/recording.ts";
import { compareAll } from "./compareAll.ts";
import { createReader, type Reader } from "./createReader.ts";
import { record } from "./record.ts";
import type { Candidate } from "./recordUser.ts";
import { writeRecording } from "./writeRecording.ts";

const HELP = `Records the responses of a running Portico for some accounts, for the mock to return: apps/mock/recorded.
Then compares both, and fails if a response of the mock differs.

  pnpm --filter @portico/mock record                                # from a new devnet
  node apps/mock/src/record/main.ts NAME=ADDRESS=ABOUT …            # from a running service

Environment
  PORTICO_API_URL     the service
  PORTICO_ACCESS_KEY  an access key for it, enabled for the wallet group`;

const ATTEMPTS = 20;
const PAUSE_MS = 3_000;

const users = process.argv.slice(2).map((argument): Candidate => {
  const [name = "", address = "", about = name] = argument.split("=");
  return { name, address: address.toLowerCase(), about };
});
const { PORTICO_API_URL: apiUrl, PORTICO_ACCESS_KEY: accessKey } = process.env;
if (users.length === 0 || users[0]?.address === "" || apiUrl === undefined || accessKey === undefined) {
  console.log(HELP);
  process.exitCode = process.argv.includes("--help") ? 0 : 1;
} else await recordFrom(createReader(apiUrl, accessKey));

async function recordFrom(service: Reader): Promise<void> {
  const recording = await recordSettled(service);
  const { compared, differences } = await compareWith(service, recording);
  for (const { target, service: wanted, mock } of differences) {
    console.error(`${target}\n  service ${wanted}\n  mock    ${mock}`);
  }
  console.log(`${compared} requests compared, ${differences.length} have a different response from the mock`);
  if (differences.length > 0) process.exitCode = 1;
  await writeRecording(RECORDED, recording);
  console.log(`recorded: ${recording.users.map(({ name }) => name).join(", ")}`);
}

/** Repeats until the service responds equally twice: an indexer detects some data later. */
async function recordSettled(service: Reader): Promise<Recording> {
  let last = await record(service, users);
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    await wait(PAUSE_MS);
    const next = await record(service, users);
    if (isDeepStrictEqual(next, last)) return next;
    last = next;
  }
  throw new Error("The responses of the service do not become stable");
}

async function compareWith(service: Reader, recording: Recording): ReturnType<typeof compareAll> {
  const document = await readFile(fileURLToPath(import.meta.resolve("@portico/contract/openapi.mock.json")), "utf8");
  const server = createMockServer(document, { recording }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const mock = createReader(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, "any");
    return await compareAll({ service, mock }, JSON.parse(JSON.stringify(recording)) as Recording);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
