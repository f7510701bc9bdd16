import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isChecked, type Sample } from "./extractSamples.ts";
import { readSamples } from "./readSamples.ts";
import { addressesOf, runSamples, unlikeTheText } from "./runSamples.ts";
import { compileSamples, createSampleFolder, type SampleFolder, writeSample } from "./sampleFolder.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..", "..");
let folder: SampleFolder;
let state: string;
let samples: readonly Sample[];
let stack: ChildProcess;
let output = "";
/** The reader's server, which accepts every webhook. */
const readerServer = createHttpServer((_request, response) => response.writeHead(204).end());

type RunFile = {
  readonly apiUrl: string;
  readonly connectUrl: string;
  readonly mockUrl: string;
  readonly accessKey: string;
};
let metadata: RunFile;

async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  return String(port);
}

beforeAll(async () => {
  [folder, { samples }, state] = await Promise.all([
    createSampleFolder(),
    readSamples(),
    mkdtemp(join(tmpdir(), "portico-docs-state-")),
  ]);
  await chmod(state, 0o755); // PostgreSQL doesn't run as root
  await once(readerServer.listen(0, "127.0.0.1"), "listening");
  const names = ["API", "CONNECT", "DASHBOARD", "DOCS", "MOCK", "EXPLORER"];
  const ports = await Promise.all(names.map(async (name) => [`PORTICO_${name}_PORT`, await freePort()] as const));
  stack = spawn("pnpm", ["start"], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: "",
      PORTICO_STATE_DIR: state,
      PORTICO_EVENT_WEBHOOK_PRIVATE: "on", // the reader's server is on this machine
      ...Object.fromEntries(ports),
    },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [stack.stdout, stack.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const runFile = join(state, "run.json");
  while (!existsSync(runFile)) {
    if (stack.exitCode !== null) throw new Error(`start ended:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  metadata = JSON.parse(readFileSync(runFile, "utf8")) as RunFile;
}, 900_000);

afterAll(async () => {
  if (stack.exitCode === null) {
    const exited = once(stack, "exit");
    process.kill(-(stack.pid ?? 0), "SIGINT");
    await exited;
  }
  readerServer.close();
  await Promise.all([folder.remove(), rm(state, { recursive: true, force: true })]);
}, 120_000);

test("every TypeScript sample compiles, including those that use parts of the server", async () => {
  await Promise.all(
    samples.filter((one) => one.language === "ts" && isChecked(one)).map((one) => writeSample(folder, one)),
  );
  expect(await compileSamples(folder)).toBe("");
});

test("every sample that can run succeeds against a whole service", async () => {
  const runnable = samples.filter(({ mode }) => mode === "run" || mode === "fails" || mode === "stack");
  const { apiUrl: api, connectUrl: connect, mockUrl: mock, accessKey } = metadata;
  const runs = await runSamples(folder, runnable, {
    addresses: {
      ...addressesOf({ api, connect, mock }),
      "https://app.example/portico": `http://127.0.0.1:${(readerServer.address() as AddressInfo).port}/portico`,
      "./.portico/": `${state}/`,
    },
    env: { PORTICO_ACCESS_KEY: accessKey, PORTICO_CLIENT_SECRET: "any", PORTICO_STATE_DIR: state, DATABASE_URL: "" },
  });
  const mismatched = runs.filter(({ sample, error }) => (error !== undefined) !== (sample.mode === "fails"));
  expect(mismatched.map(({ sample, error }) => `${sample.path}:${sample.line}\n${error ?? "did not fail"}`)).toEqual(
    [],
  );
  expect(runs.length).toBe(runnable.length);
  expect(unlikeTheText(runs)).toEqual([]);
});
