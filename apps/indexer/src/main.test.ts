import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ensureArtefact } from "@portico/artefacts";
import { startDevnet } from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import { ensureChainState, findChainState, listChainStates, listChainStatus, setDeployment } from "@portico/store";
import { createTestDatabase, freePort } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

const MAIN = await ensureArtefact("indexer");

let localDevnet: Devnet;
let database: TestDatabase;

beforeAll(async () => {
  [localDevnet, database] = await Promise.all([
    startDevnet({ chains: ["base"], size: { people: 2, transactions: 0, days: 2 } }),
    createTestDatabase(),
  ]);
});

afterAll(async () => {
  await Promise.all([localDevnet.stop(), database.drop()]);
});

const { PATH, NODE_COMPILE_CACHE } = process.env;
const run = (env: Record<string, string>, ...args: string[]) =>
  spawnSync(process.execPath, [MAIN, ...args], { env: { PATH, NODE_COMPILE_CACHE, ...env }, encoding: "utf8" });

test("an RPC of another chain ends the process with an error that names both ids, and stores nothing", async () => {
  const { status, stderr } = run({ DATABASE_URL: database.url, PORTICO_RPC_ETH: localDevnet.chains.base!.rpcUrl });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^The RPC at \S+ serves chain id 8453, but 'eth' has chain id 1\n$/);
  expect(await listChainStates(database.db)).toEqual([]);
});

test("a database that holds another chain of the same id ends the process, and is left unchanged", async () => {
  const other = await createTestDatabase();
  const genesisHash = `0x${"ab".repeat(32)}` as const;
  await ensureChainState(other.db, { chain: "base", chainId: 8453, startBlock: 5n, genesisHash });
  const { status, stderr } = run({ DATABASE_URL: other.url, PORTICO_RPC_BASE: localDevnet.chains.base!.rpcUrl });
  expect(status).toBe(1);
  expect(stderr).toContain(`The database has 'base' with genesis block ${genesisHash}`);
  expect(await findChainState(other.db, "base")).toMatchObject({ startBlock: 5n, logs: undefined });
  await other.drop();
});

test("a database that can't be migrated ends the process with one line that contains the cause and the remedy", async () => {
  const other = await createTestDatabase();
  await sql`insert into kysely_migration values ('9999_future', now()::text)`.execute(other.db);
  const { status, stderr } = run({ DATABASE_URL: other.url, PORTICO_RPC_BASE: localDevnet.chains.base!.rpcUrl });
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^The database could not be migrated.*9999_future is missing. What to do: .*later version.*\n$/,
  );
  await other.drop();
});

test("a devnet's database ends the process with the remedy if a chain is not the devnet's, and is left unchanged", async () => {
  const devnet = await createTestDatabase();
  await setDeployment(devnet.db, { network: "devnet", genesisHashes: [`0x${"ab".repeat(32)}`] });
  const { status, stderr } = run({ DATABASE_URL: devnet.url, PORTICO_RPC_BASE: localDevnet.chains.base!.rpcUrl });
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^The database was used by a devnet .*'base' is not one of its chains.*--allow-devnet-database.*\n$/,
  );
  expect(await findChainState(devnet.db, "base")).toBeUndefined();
  await devnet.drop();
});

test("an unknown slug ends the process with an error that names it", () => {
  const { status, stderr } = run({ DATABASE_URL: database.url, PORTICO_RPC_ETHEREUM: "http://127.0.0.1:1" });
  expect(status).toBe(1);
  expect(stderr).toContain("PORTICO_RPC_ETHEREUM does not name a chain: 'ethereum' is not one of abs, ape,");
});

test("--help lists every variable", () => {
  const { status, stdout } = run({}, "--help");
  expect(status).toBe(0);
  expect(stdout).toContain("PORTICO_START_<SLUG>");
});

test("a port for metrics that is in use ends the process", () => {
  const port = new URL(localDevnet.chains.base!.rpcUrl).port;
  const env = { DATABASE_URL: database.url, PORTICO_RPC_BASE: localDevnet.chains.base!.rpcUrl };
  const { status, stderr } = run({ ...env, PORTICO_INDEXER_METRICS_PORT: port });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Listening on PORTICO_INDEXER_METRICS_PORT=\d+ failed: .*EADDRINUSE/);
});

test("K09 a key in an RPC's URL is in no log, status or metric", async () => {
  const refusing = createServer((_, response) => response.writeHead(413).end()).listen(0, "127.0.0.1");
  await once(refusing, "listening");
  const host = `127.0.0.1:${(refusing.address() as AddressInfo).port}`;
  const url = `http://user:hunter2hunter2@${host}/v2/0123456789abcdef?key=fedcba9876543210`;
  const port = await freePort();
  const env = {
    PATH,
    NODE_COMPILE_CACHE,
    DATABASE_URL: database.url,
    PORTICO_RPC_ETH: url,
    PORTICO_LOG_LEVEL: "trace",
    PORTICO_INDEXER_METRICS_PORT: String(port),
  };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  await vi.waitFor(
    async () => {
      const [status] = await listChainStatus(database.db);
      expect(status).toMatchObject({ chain: "eth", phase: "failed", lastError: `${host} answered HTTP status 413` });
    },
    { timeout: 20_000, interval: 50 },
  );
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
  const readiness = await ready.text();
  expect(ready.status).toBe(503);
  expect(JSON.parse(readiness)).toMatchObject({
    status: "failing",
    database: "ok",
    chains: [{ id: "eth", phase: "failed", last_error: `${host} answered HTTP status 413`, lag_blocks: null }],
  });
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  refusing.close();
  expect(metrics).toContain('portico_chain_phase{chain="eth",phase="failed"} 1');
  const output =
    printed +
    metrics +
    readiness +
    JSON.stringify(await database.db.selectFrom("chain_status").selectAll().execute(), asText);
  for (const secret of ["hunter2", "0123456789abcdef", "fedcba9876543210"]) expect(output).not.toContain(secret);
});

const asText = (_: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);

test.each(["SIGTERM", "SIGINT"] as const)("%s ends it cleanly, with started writes stored", async (signal) => {
  const rpcUrl = localDevnet.chains.base!.rpcUrl;
  const port = String(await freePort());
  const own = { DATABASE_URL: database.url, PORTICO_RPC_BASE: rpcUrl, PORTICO_INDEXER_METRICS_PORT: port };
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH, NODE_COMPILE_CACHE, ...own },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    lines.push(...chunk.toString().trim().split("\n"));
    if (lines.some((line) => line.includes('"phase":"head"'))) break;
  }
  const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([
    200,
    {
      status: "ok",
      database: "ok",
      notifications: "received",
      chains: [{ id: "base", phase: "head", lag_blocks: 0, last_error: null }],
    },
  ]);
  const ended = once(child, "exit");
  child.kill(signal);
  expect(await ended).toEqual([0, null]);
  const logged = lines.map((line) => JSON.parse(line) as { chain?: string; msg: string });
  expect(logged.filter(({ chain }) => chain !== "base").map(({ msg }) => msg)).toEqual(["serving metrics"]);
  expect((await findChainState(database.db, "base"))?.balances).toBeDefined();
});
