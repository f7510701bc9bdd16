import { afterAll, expect, test } from "vitest";
import { advanceChain, ensureChainState, findChainState, listChainStates } from "./chains.ts";
import type { BlockRef } from "./chains.ts";
import { inTransaction } from "./database.ts";
import { createTestDatabase } from "./testing.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const block = (n: number): BlockRef => ({
  blockNumber: BigInt(n),
  hash: `0x${n.toString(16).padStart(64, "0")}`,
  timeAt: 1_700_000_000 + n,
});

test("a chain is registered once, and keeps its first start block", async () => {
  const eth = { chain: "eth", chainId: 1, startBlock: 5n };
  expect(await ensureChainState(db, eth)).toMatchObject({ ...eth, logs: undefined, balances: undefined });
  expect(await ensureChainState(db, { ...eth, startBlock: 9n })).toMatchObject({ startBlock: 5n });
  await expect(ensureChainState(db, { ...eth, chainId: 2 })).rejects.toThrow("'eth' with chain id 1, not 2");
});

test("the cursor, the synced block and the head move apart", async () => {
  await ensureChainState(db, { chain: "base", chainId: 8453, startBlock: 0n });
  await advanceChain(db, "base", { logs: block(10), targetBlock: 2n ** 62n });
  expect(await findChainState(db, "base")).toMatchObject({
    logs: block(10),
    balances: undefined,
    targetBlock: 2n ** 62n,
  });
  await advanceChain(db, "base", { balances: block(10) });
  await advanceChain(db, "base", { logs: block(11) });
  expect(await findChainState(db, "base")).toMatchObject({ logs: block(11), balances: block(10) });
  expect((await listChainStates(db)).map(({ chain }) => chain)).toEqual(["base", "eth"]);
});

test("a cursor that moved in a transaction that failed has not moved", async () => {
  await ensureChainState(db, { chain: "arb", chainId: 42161, startBlock: 0n });
  const failing = inTransaction(db, async (tx) => {
    await advanceChain(tx, "arb", { logs: block(10) });
    expect(await findChainState(tx, "arb")).toMatchObject({ logs: block(10) });
    throw new Error("killed here");
  });
  await expect(failing).rejects.toThrow("killed here");
  expect(await findChainState(db, "arb")).toMatchObject({ logs: undefined });
});

test("an unknown chain has no state, and can't be advanced", async () => {
  expect(await findChainState(db, "nowhere")).toBeUndefined();
  await expect(advanceChain(db, "nowhere", { logs: block(1) })).rejects.toThrow("doesn't know the chain 'nowhere'");
});
