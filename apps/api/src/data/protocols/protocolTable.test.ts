import { replacePools, setProtocolOff, writeProtocolChecks, writeProtocolContracts } from "@portico/store";
import { isListed, listDeployed } from "@portico/protocols";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, beforeEach, expect, test } from "vitest";
import { serialize, toData } from "../../serialize.ts";
import { createProtocolTable } from "./protocolTable.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const at = { blockNumber: 9n, timeAt: 900, pools: [] };
const FACTORY = "0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f";
const NFTS = "0x00000000000000000000000000000000000000f7";
let news: string[];
const createTable = async () => {
  const table = createProtocolTable(db, (chain) => news.push(chain));
  await table.reload();
  return table;
};

beforeEach(async () => {
  news = [];
  await db.deleteFrom("protocol").execute();
  await db.deleteFrom("protocol_contract").execute();
});

test("the first read reports no chain: nothing was rendered before it", async () => {
  await replacePools(db, "eth", "uniswap2", { ...at, tvlUsd: 10.4 });
  const table = await createTable();
  expect([table.toResponse("uniswap2").tvl, news]).toEqual([10, []]);
});

test("a chain is reported if a figure of its protocols changes, not if only its block does", async () => {
  const table = await createTable();
  await replacePools(db, "eth", "uniswap2", { ...at, tvlUsd: 10.4 });
  await table.reload();
  expect([table.toResponse("uniswap2").tvl, news]).toEqual([10, ["eth"]]);
  await replacePools(db, "eth", "uniswap2", { ...at, blockNumber: 10n, tvlUsd: 10.4 });
  await table.reload();
  expect(news).toEqual(["eth"]);
  await db.deleteFrom("protocol").execute();
  await table.reload();
  expect([table.toResponse("uniswap2").tvl, news]).toEqual([0, ["eth", "eth"]]);
});

test("a chain is reported if the protocol of a contract of NFTs changes: answers depend on it", async () => {
  const table = await createTable();
  for (const protocolId of ["unlistedexchange", "blueprint", "blueprint"]) {
    await writeProtocolContracts(
      db,
      "eth",
      { blockNumber: 9n, timeAt: 100 },
      [],
      [{ address: NFTS, protocolId, identity: "nft" }],
    );
    await table.reload();
    expect(table.findByNft("eth", NFTS)?.id).toBe(protocolId);
  }
  expect(news).toEqual(["eth", "eth"]);
});

test("a list is rendered once, until a figure of its protocols changes", async () => {
  const table = await createTable();
  const listed = table.toListResponse(["eth", "base"]);
  const text = serialize(listed);
  expect(JSON.parse(text)).toEqual(JSON.parse(serialize(toData(listed))));
  expect(JSON.parse(text)).toHaveLength(listDeployed("eth").length + listDeployed("base").length);
  await table.reload();
  expect(table.toListResponse(["eth", "base"])).toBe(listed);
  expect(table.toListResponse(["base"])).not.toBe(listed);
  await replacePools(db, "eth", "uniswap2", { ...at, tvlUsd: 1e15 });
  await table.reload();
  expect(serialize(listed)).toBe(text);
  expect((JSON.parse(serialize(table.toListResponse(["eth", "base"]))) as unknown[])[0]).toMatchObject({
    id: "uniswap2",
    tvl: 1e15,
  });
});

test("all chains of an application are reported when it is disabled, and unknown ids are ignored", async () => {
  const table = await createTable();
  await setProtocolOff(db, { id: "polymarket", chain: "", isOff: true, reason: null, actor: "test" });
  await setProtocolOff(db, { id: "gone", chain: "eth", isOff: true, reason: null, actor: "test" });
  await table.reload();
  expect([table.isOff("polymarket"), table.isOff("gone"), table.isOff("uniswap2"), news]).toEqual([
    true,
    true,
    false,
    ["matic"],
  ]);
});

test("a protocol of the catalogue that does not respond is not listed, and an adapter whose further rows don't is", async () => {
  const table = await createTable();
  const listed = listDeployed("eth").find(isListed)!.id;
  for (const id of [listed, "uniswap2"])
    await writeProtocolChecks(db, "eth", [{ id, version: "1", deadReason: "no code" }]);
  await table.reload();
  expect([listed, "uniswap2"].map(table.isDead)).toEqual([true, false]);
  const ids = new Set(table.list("eth").map(({ id }) => id));
  expect([listed, "uniswap2"].map((id) => ids.has(id))).toEqual([false, true]);
});

test("of reads that overlap, the one that started last counts, whichever ends last", async () => {
  const held: (() => void)[] = [];
  let isHolding = true;
  const slow = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (isHolding) await new Promise<void>((release) => held.push(release));
      return result;
    },
  });
  const table = createProtocolTable(slow);
  const first = table.reload();
  await expect.poll(() => held.length).toBe(2);
  isHolding = false;
  await setProtocolOff(db, { id: "uniswap2", chain: "eth", isOff: true, reason: null, actor: "test" });
  await table.reload();
  expect(table.isOff("uniswap2")).toBe(true);
  for (const release of held) release();
  await first;
  expect(table.isOff("uniswap2")).toBe(true);
});

test("a contract in an adapter's table belongs to its protocol, on that chain only", async () => {
  const table = await createTable();
  expect([table.findAt("eth", FACTORY)?.id, table.findAt("base", FACTORY)?.id]).toEqual(["uniswap2", undefined]);
});
