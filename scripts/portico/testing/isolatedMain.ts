/**
 * Runs in a network namespace of its own: starts every artefact of a folder alone on a fresh database and a chain, and
 * prints what they respond.
 */
import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { startBareChain } from "@portico/devnet";
import { startProcess } from "@portico/server/testing";
import { startTestPostgres } from "@portico/store/testing";
import { APP_PORTS } from "../../ports.ts";

const [folder = ""] = process.argv.slice(2);
const empty = mkdtempSync(join(folder, "empty-"));
const postgres = await startTestPostgres();
const chain = await startBareChain(1);
const stops = [() => chain.stop(), () => postgres.stop()];

const PORTS = { ...APP_PORTS, indexer: 4007 };
const urlOf = (name: keyof typeof PORTS): string => `http://127.0.0.1:${PORTS[name]}`;
const DATABASE = { DATABASE_URL: postgres.url };

/** It may read its own folder alone, and write nothing; `flags` allow more. */
function startAlone(name: string, env: Record<string, string>, flags = ""): void {
  const own = join(folder, name);
  const options = { NODE_OPTIONS: `--permission --allow-fs-read=${own}/ ${flags}`, NODE_COMPILE_CACHE: "" };
  const { child, end, output } = startProcess(join(own, "main.js"), [], { ...options, ...env }, empty);
  void end.then((code) => code !== 0 && console.error(`${name} ended with ${code}: ${output()}`));
  stops.unshift(async () => {
    child.kill();
    await end;
  });
}

async function request(url: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100)) {
    const response = await fetch(url, { headers }).catch(() => undefined);
    if (response !== undefined && response.status !== 503)
      return { status: response.status, text: await response.text() };
  }
  throw new Error(`${url} does not respond`);
}

/** Without a key, which a server that loaded everything refuses. */
async function requestAgent(url: string): Promise<Response> {
  await request(`${url}/healthz`);
  return await fetch(`${url}/mcp`, { method: "POST" });
}

/** The statuses of a page and of its first script. */
async function requestPage(url: string): Promise<number[]> {
  const { status, text } = await request(url);
  const [, asset = "none"] = /(?:src|href)="(\/assets\/[^"]+\.js)"/.exec(text) ?? [];
  return [status, (await request(new URL(asset, url).href)).status];
}

try {
  startAlone("indexer", {
    ...DATABASE,
    PORTICO_RPC_ETH: chain.rpcUrl,
    PORTICO_START_ETH: "0",
    PORTICO_INDEXER_METRICS_PORT: "4007",
  });
  const indexer = await request(`${urlOf("indexer")}/readyz`);
  const portico = await promisify(execFile)(
    process.execPath,
    [join(folder, "portico/main.js"), "keys", "create", "first"],
    {
      cwd: empty,
      env: DATABASE,
    },
  );
  const [key = ""] = portico.stdout.split("\n");

  startAlone("api", { ...DATABASE, PORTICO_RPC_ETH: chain.rpcUrl });
  startAlone("connect", { ...DATABASE, PORTICO_API_URL: urlOf("api"), PORTICO_API_KEY: key });
  const client = { PORTICO_DASHBOARD_CLIENT_ID: "pc_0", PORTICO_DASHBOARD_CLIENT_SECRET: "used to sign in" };
  startAlone("dashboard", { ...DATABASE, ...client }, "--allow-child-process");
  startAlone(
    "explorer",
    { ...DATABASE, PORTICO_API_URL: urlOf("api"), PORTICO_EXPLORER_KEY: key },
    "--allow-child-process",
  );
  startAlone("docs", {});
  startAlone("mock", {});
  startAlone("mcp", { PORTICO_API_URL: urlOf("api") });

  const user = "/v1/user/total_balance?id=0x00000000000000000000000000000000000abcde";
  const raster = fork(join(folder, "explorer/files/packages/raster/src/rasterProcess.js"), { cwd: empty });
  const results = {
    networks: Object.keys(networkInterfaces()),
    indexer: indexer.status,
    key: /^pk_[\w-]{49}$/.test(key),
    api: (await request(`${urlOf("api")}${user}`, { AccessKey: key })).status,
    connect: await requestPage(`${urlOf("connect")}/connections`),
    dashboard: await requestPage(`${urlOf("dashboard")}/`),
    explorer: await requestPage(`${urlOf("explorer")}/explore`),
    docs: [(await request(`${urlOf("docs")}/`)).status, (await request(`${urlOf("docs")}/reference`)).status],
    mock: (await request(`${urlOf("mock")}/v1/chain/list`, { AccessKey: "any" })).status,
    mcp: (await requestAgent(urlOf("mcp"))).status,
    raster: (await once(raster, "message"))[0] as unknown,
  };
  raster.kill();
  console.log(JSON.stringify(results));
} finally {
  for (const stop of stops) await stop();
}
