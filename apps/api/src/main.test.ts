import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureArtefact } from "@portico/artefacts";
import { rawRequest, startProcess } from "@portico/server/testing";
import { createAccessKey, createAccount, grantUnits, setDeployment } from "@portico/store";
import { createTestDatabase, findImbalances, type TestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";

const MAIN = await ensureArtefact("api");

/** Prints the URL of each module that is loaded. */
const LIST_LOADED = `import { registerHooks } from "node:module";
registerHooks({ load: (url, context, next) => { console.error("load " + url); return next(url, context); } });`;
const help = startProcess(path.join(import.meta.dirname, "main.ts"), ["--help"], {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(LIST_LOADED)}`,
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("--help lists every variable", async () => {
  expect(await help.end).toBe(0);
  for (const name of [
    "DATABASE_URL",
    "PORTICO_API_PORT",
    "PORTICO_UNITS",
    "PORTICO_RATE_PER_KEY",
    "REDIS_URL",
    "PORTICO_LOG_LEVEL",
  ]) {
    expect(help.output()).toContain(name);
  }
});

test("a bad row of the operator's catalogue ends the process before it listens, with file, line and field", async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "portico-")), "catalogue.json");
  writeFileSync(file, '[\n{ "chain": "moon" }\n]');
  const service = startProcess(MAIN, [], { DATABASE_URL: database.url, PORTICO_CATALOGUE: file });
  expect(await service.end).toBe(1);
  expect(service.output().trim()).toBe(
    `api: PORTICO_CATALOGUE: ${file}:2: chain must be a chain id, such as eth, not "moon"`,
  );
});

test("the start loads neither wallets nor the catalogue's tables", async () => {
  await help.end;
  const loaded = help.output().match(/^load .*/gm) ?? [];
  expect(loaded.length).toBeGreaterThan(1000);
  const heavy = /\/wordlists\/|\/viem\/_esm\/account-abstraction\/|\/protocols\/src\/families\/.*\.json$/;
  expect(loaded.filter((url) => heavy.test(url))).toEqual([]);
});

test("H13 SIGTERM during 200 open requests: all complete, no new ones are accepted, the process ends with code 0; units are returned; a port can be used once", async () => {
  const { id: accountId } = await createAccount(database.db, { name: "Test" });
  await grantUnits(database.db, { accountId, amount: 1000, reason: "top-up", actor: "operator" });
  const { key } = await createAccessKey(database.db, { name: "test", accountId, isUnlimited: true });
  const settings = { DATABASE_URL: database.url, PORTICO_API_PORT: "0" };
  const service = startProcess(MAIN, [], settings);
  const { port } = new URL(await service.url());
  const second = startProcess(MAIN, [], { ...settings, PORTICO_API_PORT: port });
  const head = `HTTP/1.1\r\nHost: x\r\nAccessKey: ${key}\r\n`;
  const request = (target: string, more = "") => rawRequest(Number(port), [`GET ${target} ${head}${more}\r\n`]);

  let open: Promise<string>[] = [];
  await database.db.transaction().execute(async (db) => {
    await sql`LOCK TABLE access_key IN ACCESS EXCLUSIVE MODE`.execute(db);
    open = Array.from({ length: 200 }, () => request("/v1/chain?id=eth"));
    expect(await request("/healthz", "Connection: close\r\n")).toMatch(/^HTTP\/1.1 200 /);
    expect(await second.end).toBe(1);
    service.child.kill("SIGTERM");
    service.child.kill("SIGINT"); // as from a terminal
    await service.until('"stopping"');
    expect(await request("/healthz").catch(() => "")).toBe(""); // rejected, or cut off in the queue
  });
  for (const answer of await Promise.all(open)) expect(answer).toMatch(/^HTTP\/1.1 200 [^]*\r\nConnection: close\r\n/i);
  expect(await service.end).toBe(0);
  expect(service.output().match(/"stopp(ing|ed)"/g)).toEqual(['"stopping"', '"stopped"']);
  const { rows } =
    await sql`select balance::int, (select sum(calls)::int from unit_usage) as calls from account`.execute(database.db);
  expect(rows).toEqual([{ balance: 800, calls: 200 }]);
  expect(await findImbalances(database.db)).toEqual([]);
  expect(second.output()).toMatch(/^api: listen EADDRINUSE/m);
});

test("a devnet's database, whose keys are public, is served with local nodes only", async () => {
  const devnet = await createTestDatabase();
  await setDeployment(devnet.db, { network: "devnet", genesisHashes: [] });
  const settings = { DATABASE_URL: devnet.url, PORTICO_API_PORT: "0" };
  const local = startProcess(MAIN, [], { ...settings, PORTICO_RPC_ETH: "http://127.0.0.1:1" });
  const remote = startProcess(MAIN, [], {
    ...settings,
    PORTICO_RPC_ETH: "http://127.0.0.1:1,https://node.example/key",
  });
  expect(await remote.end).toBe(1);
  expect(remote.output()).toMatch(/^api: The database was used by a devnet .*node of 'eth' is not on this computer/m);
  expect(remote.output()).toContain("--allow-devnet-database");
  await local.url();
  local.child.kill("SIGTERM");
  expect(await local.end).toBe(0);
  await devnet.drop();
});
