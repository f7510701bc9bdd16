import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { copyBlocks } from "../chains/blocks.ts";
import type { Address, Hex } from "../encoding/bytea.ts";
import { advanceChain, ensureChainState, lockCursor } from "../chains/chains.ts";
import { inTransaction } from "../database/database.ts";
import { writePositionReads } from "./positionReads.ts";
import type { PositionReading } from "./positionReads.ts";
import { readOwner } from "../balances/readOwner.ts";
import { readPortfolio } from "../portfolio/readPortfolio.ts";
import { rewindChain } from "../reorg/rewind.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const hash = (n: number): Hex => `0x${n.toString(16).padStart(64, "0")}`;
const owner = address(0xa);
const START = 1_700_000_100; // a multiple of POINT_SECONDS
/** Times of a chain's blocks: a day apart, except those within a minute of block 0. */
const timeOf = (n: number) => (n < 10 ? START + n * 6 : START + (n - 9) * 86_400);
const refOf = (n: number) => ({ blockNumber: BigInt(n), hash: hash(n), timeAt: timeOf(n) });
const LAST = 30;

beforeEach(async () => {
  await sql`truncate chain_state, block, position_read, position_point`.execute(db);
  for (const [chain, chainId] of [
    ["eth", 1],
    ["base", 8453],
  ] as const) {
    await ensureChainState(db, { chain, chainId, startBlock: 0n });
    await copyBlocks(
      db,
      chain,
      Array.from({ length: LAST + 1 }, (_, n) => refOf(n)),
    );
    await advanceChain(db, chain, { logs: refOf(LAST), balances: refOf(LAST) });
  }
});

const reading = (at: number, fields: Partial<PositionReading> = {}): PositionReading => ({
  owner,
  chain: "eth",
  protocolId: "aave3",
  text: `[${at}]`,
  amounts: { [address(1)]: String(at) },
  blockNumber: BigInt(at),
  blockHash: hash(at),
  timeAt: timeOf(at),
  ...fields,
});
const listTexts = async () => {
  const { positions } = await readPortfolio(db, { owner, chains: ["eth", "base"], nftContracts: [] });
  return positions.map(({ chain, protocolId, text }) => `${chain} ${protocolId} ${text}`).toSorted();
};
/** `protocol time amount` of the owner on a chain, with days as times. */
async function listPoints(chain = "eth"): Promise<string[]> {
  const { rows } = await sql<{ protocol_id: string; time_at: bigint; amounts: Record<Address, string> }>`
    select * from position_point where chain = ${chain} order by protocol_id, time_at`.execute(db);
  return rows.map((row) => `${row.protocol_id} ${(Number(row.time_at) - START) / 86_400} ${row.amounts[address(1)]}`);
}

test("the newest reading of each protocol is stored, whatever the order of writes, and the last point of each interval", async () => {
  await writePositionReads(db, [
    reading(3),
    reading(2),
    reading(1, { protocolId: "lido" }),
    reading(4, { chain: "base" }),
  ]);
  await writePositionReads(db, [reading(1, { text: "[old]" }), reading(5, { chain: "base" })]);
  expect(await listTexts()).toEqual(["base aave3 [5]", "eth aave3 [3]", "eth lido [1]"]);
  expect([await listPoints(), await listPoints("base")]).toEqual([["aave3 0 3", "lido 0 1"], ["aave3 0 5"]]);
  await writePositionReads(db, []);
});

test("a reading at an orphaned block is left out; the others are stored", async () => {
  await writePositionReads(db, [
    reading(3, { blockHash: hash(999) }),
    reading(3, { protocolId: "lido" }),
    reading(LAST + 1, { protocolId: "ahead" }),
  ]);
  expect(await listTexts()).toEqual(["eth lido [3]"]);
  expect(await listPoints()).toEqual(["lido 0 3"]);
});

test("points are stored for eight days, with the newest before that", async () => {
  for (const day of [10, 11, 12, 15, 20]) await writePositionReads(db, [reading(day)]);
  await writePositionReads(db, [reading(10, { protocolId: "lido" })]);
  expect(await listPoints()).toEqual(["aave3 3 12", "aave3 6 15", "aave3 11 20", "lido 1 10"]);
  await writePositionReads(db, [reading(29, { protocolId: "lido" })]);
  expect((await listPoints()).slice(3)).toEqual(["lido 1 10", "lido 20 29"]);
});

test("points are written only when amounts change: none without a position at first, an empty one when all is withdrawn", async () => {
  const none = { amounts: {} };
  await writePositionReads(db, [reading(10, none), reading(10, { protocolId: "app", ...none })]);
  await writePositionReads(db, [reading(11, { amounts: { [address(1)]: "7" } })]);
  await writePositionReads(db, [reading(12, { amounts: { [address(1)]: "7" } })]);
  await writePositionReads(db, [reading(13, none), reading(13, { protocolId: "app", ...none })]);
  await writePositionReads(db, [reading(14, none)]);
  expect(await listPoints()).toEqual(["aave3 2 7", "aave3 4 undefined"]);
  expect(await listTexts()).toEqual(["eth aave3 [14]", "eth app [13]"]);
});

test("of two readings in one interval the last amounts are stored", async () => {
  await writePositionReads(db, [reading(1)]);
  await writePositionReads(db, [reading(2)]);
  await writePositionReads(db, [reading(3, { amounts: {} })]);
  expect(await listPoints()).toEqual(["aave3 0 undefined"]);
});

test("after a fork, readings after it and points that may depend on it are deleted", async () => {
  for (const chain of ["eth", "base"]) {
    await writePositionReads(db, [reading(10, { chain }), reading(10, { chain, protocolId: "lido" })]);
    await writePositionReads(db, [reading(11, { chain })]);
  }
  await rewindChain(db, "eth", refOf(10));
  expect(await listTexts()).toEqual(["base aave3 [11]", "base lido [10]", "eth lido [10]"]);
  expect([await listPoints(), await listPoints("base")]).toEqual([
    ["lido 1 10"],
    ["aave3 1 10", "aave3 2 11", "lido 1 10"],
  ]);
  await rewindChain(db, "eth", refOf(9));
  expect([await listTexts(), await listPoints()]).toEqual([["base aave3 [11]", "base lido [10]"], []]);
});

test("readings that were not renewed for a month are deleted, with their points", async () => {
  const stay = { owner: address(0xb) };
  await writePositionReads(db, [reading(1), reading(1, stay), reading(1, { chain: "base" })]);
  await writePositionReads(db, [reading(21, stay)]);
  await copyBlocks(db, "eth", [refOf(50)]);
  await writePositionReads(db, [reading(50, { owner: address(0xc) })]);
  expect(await listTexts()).toEqual(["base aave3 [1]"]);
  expect(await listPoints()).toEqual(["aave3 0 1", "aave3 12 21", "aave3 41 50"]);
});

test("a write blocked by a chain's indexer doesn't block other chains, and times out", async () => {
  await inTransaction(db, async (tx) => {
    await lockCursor(tx, "eth", BigInt(LAST));
    const held = writePositionReads(db, [reading(1)]).catch(String);
    await writePositionReads(db, [reading(1, { chain: "base" })]);
    expect(await listTexts()).toEqual(["base aave3 [1]"]);
    expect(await held).toMatch(/lock timeout/);
  });
  await writePositionReads(db, [reading(1)]);
  expect(await listTexts()).toHaveLength(2);
});

test("while an indexer holds a chain, writes wait for it as one batch, and leave connections to readers", async () => {
  let writes: Promise<void>[] = [];
  await inTransaction(db, async (tx) => {
    await lockCursor(tx, "eth", BigInt(LAST));
    writes = Array.from({ length: 20 }, (_, n) => writePositionReads(db, [reading(1, { protocolId: `p${n}` })]));
    await sleep(50);
    await readOwner(db, { owner, chains: ["eth"] });
    expect(await listTexts()).toEqual([]);
  });
  await Promise.all(writes);
  expect(await listTexts()).toHaveLength(20);
});
