import { startDevnet } from "@portico/devnet";
import { advanceChain, ensureChainState, listChainStates } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { createPublicClient, http } from "viem";
import { afterAll, expect, test } from "vitest";
import { resetIfOtherChains } from "./resetDevnetDatabase.ts";

const [{ db, url, drop }, devnet] = await Promise.all([
  createTestDatabase(),
  startDevnet({ chains: ["base"], size: { people: 10, transactions: 20 } }),
]);
afterAll(() => Promise.all([drop(), devnet.stop()]));

test("a devnet's database is preserved while its chains are the same, and emptied when they are replaced", async () => {
  const rpcUrl = devnet.chains.base?.rpcUrl ?? "";
  const { hash, number, timestamp } = await createPublicClient({ transport: http(rpcUrl) }).getBlock();
  await ensureChainState(db, { chain: "base", chainId: 8453, startBlock: 0n });
  await advanceChain(db, "base", { logs: { blockNumber: number, hash, timeAt: Number(timestamp) } });
  expect(await resetIfOtherChains(url, devnet.chains)).toBe(false);
  expect(await listChainStates(db)).toHaveLength(1);

  const other = { blockNumber: number, hash: `0x${"ab".repeat(32)}` as const, timeAt: Number(timestamp) };
  await advanceChain(db, "base", { logs: other });
  expect(await resetIfOtherChains(url, devnet.chains)).toBe(true);
  expect(await listChainStates(db)).toEqual([]);
});
