import { startBareChain } from "@portico/devnet";
import { copyBlocks, ensureChainState } from "@portico/store";
import type { BlockRef } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { expect, onTestFinished, test } from "vitest";
import { getBlock } from "../source/blockRef.ts";
import { createChainRpc } from "./chainWork.ts";
import { findForkPoint } from "./reorg.ts";

test("blocks of histories are common, but the index isn't read again from there", async () => {
  const [chain, { db, drop }] = await Promise.all([startBareChain(1), createTestDatabase()]);
  onTestFinished(async () => {
    await Promise.all([chain.stop(), drop()]);
  });
  await chain.mine(600);
  const { rpc } = createChainRpc("eth", [chain.rpcUrl]);
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 590n, mode: "owners" });
  const old: BlockRef = { blockNumber: 590n, hash: `0x${"7".repeat(64)}`, timeAt: 1 };
  const query = { db, rpc, chain: "eth", cursor: 590n, startBlock: 590n };
  await copyBlocks(db, "eth", [await getBlock(rpc, 10n), old]);
  expect((await findForkPoint(query)).blockNumber).toBe(334n);
  await copyBlocks(db, "eth", [await getBlock(rpc, 580n)]);
  expect((await findForkPoint(query)).blockNumber).toBe(580n);
});
