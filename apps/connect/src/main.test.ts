import { ensureArtefact } from "@portico/artefacts";
import { startProcess } from "@portico/server/testing";
import { setDeployment } from "@portico/store";
import { createTestDatabase, type TestDatabase } from "@portico/store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

const MAIN = await ensureArtefact("connect");

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("a wrong setting ends the process with an explanation, --help lists them all", async () => {
  const wrong = startProcess(MAIN, [], { DATABASE_URL: database.url, PORTICO_CONNECT_KEYS: "hunter2" });
  const help = startProcess(MAIN, ["--help"], {});
  expect(await Promise.all([wrong.end, help.end])).toEqual([1, 0]);
  expect(wrong.output()).toContain("PORTICO_CONNECT_KEYS must be");
  expect(wrong.output()).not.toContain("hunter2");
  for (const name of [
    "PORTICO_CONNECT_REFRESH_GRACE_SECONDS",
    "PORTICO_TRUSTED_PROXIES",
    "PORTICO_CONNECT_METRICS_PORT",
  ]) {
    expect(help.output()).toContain(name);
  }
});

test("the process serves, and SIGTERM ends it with code 0, even while a client keeps sending requests", async () => {
  const service = startProcess(MAIN, [], {
    DATABASE_URL: database.url,
    PORTICO_CONNECT_PORT: "0",
    PORTICO_CONNECT_URL: "https://connect.example",
    PORTICO_CONNECT_METRICS_PORT: "0",
  });
  const url = await service.url();
  const metrics = /"metrics":"([^"]+)"/.exec(service.output())?.[1] ?? "";
  const target = `${url}/.well-known/oauth-authorization-server`;
  const request = () => fetch(target).then(async (response) => [response.status, await response.text()] as const);
  expect((await request())[0]).toBe(421); // it accepts its own host only
  expect((await fetch(`${url}/readyz`)).status).toBe(200); // except for load balancers
  expect((await fetch(`${url}/metrics`)).status).toBe(421);
  const counted = await (await fetch(metrics)).text();
  expect(counted).toContain('portico_request_seconds_count{operation="/readyz",status="2xx"} 1\n');
  expect(counted).toContain('portico_problems_total{operation="none",code="misdirected_request"}');
  const requestOn = async (): Promise<void> => {
    while (await request().catch(() => undefined));
  };
  const pending = Array.from({ length: 10 }, requestOn);
  service.child.kill("SIGTERM");
  expect(await service.end).toBe(0);
  await Promise.all(pending);
  expect(service.output()).toContain("stopped");
  expect(service.output()).not.toMatch(/WARNING|NOTICE|requests took too long/);
});

test("a devnet's database, whose keys are public, is served with local nodes only", async () => {
  const devnet = await createTestDatabase();
  await setDeployment(devnet.db, { network: "devnet", genesisHashes: [] });
  const settings = {
    DATABASE_URL: devnet.url,
    PORTICO_CONNECT_PORT: "0",
    PORTICO_CONNECT_URL: "https://connect.example",
  };
  const local = startProcess(MAIN, [], { ...settings, PORTICO_RPC_ETH: "http://127.0.0.1:1" });
  const remote = startProcess(MAIN, [], {
    ...settings,
    PORTICO_RPC_ETH: "http://127.0.0.1:1,https://node.example/key",
  });
  expect(await remote.end).toBe(1);
  expect(remote.output()).toMatch(
    /^connect: The database was used by a devnet .*node of 'eth' is not on this computer/m,
  );
  expect(remote.output()).toContain("--allow-devnet-database");
  await local.url();
  local.child.kill("SIGTERM");
  expect(await local.end).toBe(0);
  await devnet.drop();
});
