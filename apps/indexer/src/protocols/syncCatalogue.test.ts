import { EndpointError } from "@portico/evm";
import { addCatalogue, findDeployed, listRows } from "@portico/protocols";
import type { CatalogueRow, Deployed } from "@portico/protocols";
import { listProtocolChecks, listProtocolContracts, listProtocolRows } from "@portico/store";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProtocolProgress } from "./protocolProgress.ts";
import { checkCatalogue, listResponding } from "./syncCatalogue.ts";
import { findProtocols } from "./syncProtocols.ts";
import type { ProtocolsJob } from "./protocolsJob.ts";
import { pairs, startProtocolScene, uniswap2 } from "./testing/protocolScene.ts";
import type { ProtocolScene } from "./testing/protocolScene.ts";

const { factory } = uniswap2.contracts as { factory: `0x${string}` };
const row = (id: string, address: `0x${string}`): CatalogueRow => ({
  id,
  name: null,
  siteUrl: null,
  category: "dex",
  family: "uniswap-v2",
  chain: "eth",
  addresses: { factory: address },
  source: "this test",
});
const dead = (n: number) => `0x${n}00000000000000000000000000000000000dead` as const;
let scene: ProtocolScene;
let job: ProtocolsJob;

beforeAll(async () => {
  scene = await startProtocolScene();
  const { deployed: _own, ...rest } = scene.job;
  job = rest;
  addCatalogue([row("livefork", factory), ...["deadfork", "lido"].map((id, index) => row(id, dead(index)))]);
});

afterAll(async () => {
  addCatalogue([]);
  await scene.stop();
});

test("a row at which the node fails keeps no other row waiting, and is checked later", async () => {
  const failing = dead(0);
  const rpc = {
    ...job.rpc,
    send: async (query: { params: readonly unknown[] }) => {
      if (JSON.stringify(query).includes(failing.slice(2))) throw new EndpointError("network", "no response");
      return await job.rpc.send(query as never);
    },
  } as ProtocolsJob["rpc"];
  await expect(checkCatalogue({ ...job, rpc })).rejects.toThrow("no response");
  const checks = await listProtocolChecks(scene.db, "eth");
  expect([checks.get("livefork")?.deadReason, checks.has("deadfork")]).toEqual([null, false]);
  await sql`update protocol set checked_version = null`.execute(scene.db);
});

test("protocols of the catalogue that don't respond on the chain are reported, and are neither identified nor read", async () => {
  expect((await listResponding(job)).map(({ id }) => id)).not.toContain("livefork"); // before the check
  await checkCatalogue(job);
  const checks = await listProtocolChecks(scene.db, "eth");
  const listed = new Set(listRows().flatMap(({ id, chain }) => (chain === "eth" ? [id] : [])));
  expect(checks.get("livefork")?.deadReason).toBe(null);
  expect(checks.get("deadfork")?.deadReason).toBe(`${dead(0)} has no code`);
  const responding = [...checks.values()].filter(({ deadReason }) => deadReason === null).map(({ id }) => id);
  const withContracts = responding.filter((id) => findDeployed(id)!.addresses.size > 0); // others name owners of vaults
  expect(withContracts).toEqual(["livefork"]);
  expect(new Set(checks.keys())).toEqual(listed);
  const ids = (await listResponding(job)).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(["uniswap2", "livefork", "erc4626"]));
  expect(ids).not.toContain("deadfork");
  expect((await listProtocolRows(scene.db)).find(({ id }) => id === "deadfork")?.deadReason).toMatch("has no code");
});

test("rows that add to an adapter are checked and reported, and the adapter is read all the same", async () => {
  const checks = await listProtocolChecks(scene.db, "eth");
  expect(checks.get("lido")?.deadReason).toBe(`${dead(1)} has no code`);
  expect((await listResponding(job)).map(({ id }) => id)).toContain("lido");
});

test("what no longer responds is identified no more, and an operator's row that responds is, whoever came first", async () => {
  const all = await listResponding(job);
  const find = async (left: string): Promise<string> => {
    const deployed: Deployed[] = all.filter(({ id }) => id !== left);
    await findProtocols({ ...job, deployed }, createProtocolProgress());
    return await scene.protocolOf(pairs[0]!);
  };
  expect(await find("uniswap2")).toBe("livefork");
  expect(await listProtocolContracts(scene.db, "eth", "livefork")).toEqual(expect.arrayContaining(pairs));
  expect(await find("livefork")).toBe("uniswap2");
  expect(await find("")).toBe("livefork");
});
