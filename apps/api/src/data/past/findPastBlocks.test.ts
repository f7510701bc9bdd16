import { copyBlocks, ensureChainState } from "@portico/store";
import type { BlockRef, HistoryStatus } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createChainRpcs } from "../chains/chainRpcs.ts";
import { findPastBlocks } from "./findPastBlocks.ts";
import type { PastPoint } from "./pastPoint.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const toBlock = (number: number): BlockRef => ({
  blockNumber: BigInt(number),
  hash: `0x${String(number).padStart(64, "0")}`,
  timeAt: number * 10,
});

const status = { chain: "eth", isScanned: true, startBlock: 5n, balances: toBlock(12) };
const deps = { db, chainRpcs: createChainRpcs(new Map()) };
const find = async (point: PastPoint, history?: HistoryStatus) =>
  (await findPastBlocks(deps, ["eth"], [{ ...status, history }], point)).get("eth");

beforeAll(async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 5n, mode: "owners" });
  await copyBlocks(db, "eth", [3, 5, 9, 12].map(toBlock)); // the first one by another owner's history
});

test("where only some blocks are stored, a past point is the stored one before it", async () => {
  expect(await find({ block: 9n })).toEqual(toBlock(9));
  expect(await find({ block: 8n })).toEqual(toBlock(5));
  expect(await find({ timeAt: 119 })).toEqual(toBlock(9));
  await expect(find({ block: 4n })).rejects.toThrow("Block 4");
  await expect(find({ block: 13n })).rejects.toThrow("13");
});

test("where the owner has a history, a block that is not stored is read from a node", async () => {
  const history = { state: "complete", logsFrom: 0n } as const;
  expect(await find({ block: 9n }, history)).toEqual(toBlock(9));
  expect(await find({ timeAt: 120 }, history)).toEqual(toBlock(12));
  await expect(find({ block: 8n }, history)).rejects.toThrow("Block 8 of 'eth' can't be read from a node");
  await expect(find({ timeAt: 119 }, history)).rejects.toThrow("can't be read from a node");
});
