import { copyBlocks, ensureChainState } from "@portico/store";
import type { BlockRef } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, expect, test } from "vitest";
import { findPastBlocks } from "./findPastBlocks.ts";
import type { PastPoint } from "./pastPoint.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const toBlock = (number: number): BlockRef => ({
  blockNumber: BigInt(number),
  hash: `0x${String(number).padStart(64, "0")}`,
  timeAt: number * 10,
});

test("where only some blocks are stored, a past point is the stored one before it", async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 5n, mode: "owners" });
  await copyBlocks(db, "eth", [5, 9, 12].map(toBlock));
  const status = { chain: "eth", isScanned: true, startBlock: 5n, balances: toBlock(12) };
  const find = async (point: PastPoint) => (await findPastBlocks(db, ["eth"], [status], point)).get("eth");
  expect(await find({ block: 9n })).toEqual(toBlock(9));
  expect(await find({ block: 8n })).toEqual(toBlock(5));
  expect(await find({ timeAt: 119 })).toEqual(toBlock(9));
  await expect(find({ block: 4n })).rejects.toThrow("Block 4");
  await expect(find({ block: 13n })).rejects.toThrow("13");
});
