/**
 * Runs in namespaces of its own: starts the pods of Kubernetes manifests in the root of an image, on a fresh database and a
 * chain, and prints what their probes are answered.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parseEnv, promisify } from "node:util";
import { startBareChain } from "@portico/devnet";
import { startTestPostgres } from "@portico/store/testing";
import { parseAllDocuments } from "yaml";
import { CHROOT } from "./slimRoot.ts";

const image = JSON.parse(process.argv[2] ?? "") as {
  readonly root: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly manifests: string;
};

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Container {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: readonly {
    name: string;
    value?: string;
    valueFrom?: { secretKeyRef: { name: string; key: string } };
  }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
}

interface Manifest {
  readonly kind: string;
  readonly spec: { readonly template: { readonly spec: { readonly containers: readonly [Container] } } };
}

const manifests = parseAllDocuments(readFileSync(image.manifests, "utf8")).map((one) => one.toJS() as Manifest);
const listContainers = (kind: string): Container[] =>
  manifests.filter((one) => one.kind === kind).map(({ spec }) => spec.template.spec.containers[0]);

const postgres = await startTestPostgres();
const chain = await startBareChain(1);
const stops = [() => chain.stop(), () => postgres.stop()];
/** By name and key. */
const secrets: Record<string, Record<string, string>> = {
  "portico-database": { DATABASE_URL: postgres.url },
  "portico-nodes": { PORTICO_RPC_ETH: chain.rpcUrl },
};

/** @throws Error if a secret has no such key: Kubernetes doesn't start the pod. */
function environmentOf({ env }: Container): Record<string, string> {
  return Object.fromEntries(
    env.map(({ name, value, valueFrom }) => {
      const { name: secret = "", key = "" } = valueFrom?.secretKeyRef ?? {};
      const text = value ?? secrets[secret]?.[key];
      if (text === undefined) throw new Error(`${name} is in no secret`);
      return [name, text];
    }),
  );
}

/** Of a program in the image, as its user. */
const commandOf = (args: readonly string[]): [string, string[]] => [
  "setpriv",
  ["--no-new-privs", CHROOT, "--userspec=1000:1000", image.root, ...image.entrypoint, ...args],
];

async function runOnce(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const [file, all] = commandOf(args);
  const { stdout } = await promisify(execFile)(file, all, { env: { ...env, ...image.env, PATH: process.env["PATH"] } });
  return stdout;
}

function startPod(container: Container): void {
  const [file, args] = commandOf(container.args);
  const env = { ...environmentOf(container), ...image.env, PATH: process.env["PATH"] };
  const child = spawn(file, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, "exit").then(([code]) => code !== 0 && console.error(`${container.name}: ${output}`));
  stops.unshift(async () => {
    child.kill();
    await ended;
  });
}

async function request(url: string, headers: Record<string, string> = {}): Promise<number> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(100)) {
    const response = await fetch(url, { headers }).catch(() => undefined);
    if (response !== undefined && response.status !== 503) return response.status;
  }
  throw new Error(`${url} does not respond`);
}

/** Of a host that the address is not of, as a proxy sends it. */
async function requestOf(host: string, url: string): Promise<number | undefined> {
  const [response] = (await once(get(url, { headers: { host } }), "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

async function probe(container: Container): Promise<Record<string, number>> {
  const ask = ({ httpGet: { path, port } }: Probe) => {
    const number = container.ports.find(({ name }) => name === port)?.containerPort;
    return request(`http://127.0.0.1:${number}${path}`);
  };
  const { startupProbe, livenessProbe, readinessProbe } = container;
  const startup = await ask(startupProbe);
  return { startup, liveness: await ask(livenessProbe), readiness: await ask(readinessProbe) };
}

/** What writing to each place gives. */
const WRITE = `const { writeFileSync } = require("node:fs");
console.log(JSON.stringify(["/portico/api/x", "/x", "/tmp/x"].map((path) => {
  try { writeFileSync(path, ""); return "written"; } catch (error) { return error.code; }
})))`;

try {
  const [job] = listContainers("Job");
  const migrated = await runOnce(job!.args, environmentOf(job!));
  const deployments = listContainers("Deployment");
  const api = deployments.find(({ name }) => name === "api")!;
  const printed = await runOnce(["/portico/portico/main.js", "setup"], environmentOf(api));
  secrets["portico-keys"] = parseEnv(printed) as Record<string, string>;
  for (const container of deployments) startPod(container);
  const pods: Record<string, Record<string, number>> = {};
  for (const container of deployments) pods[container.name] = await probe(container);
  const [key = ""] = (await runOnce(["/portico/portico/main.js", "keys", "create", "a"], environmentOf(api))).split(
    "\n",
  );
  console.log(
    JSON.stringify({
      help: await runOnce(image.command),
      user: Number(await runOnce(["-p", "process.getuid()"])),
      refused: JSON.parse(await runOnce(["-e", WRITE])) as unknown,
      migrated,
      secrets: Object.keys(secrets["portico-keys"]).toSorted(),
      pods,
      chains: await request("http://127.0.0.1:4000/v1/chain/list", { AccessKey: key }),
      explorer: await requestOf("portico.example", "http://127.0.0.1:4006/explore"),
    }),
  );
} finally {
  for (const stop of stops) await stop();
}
