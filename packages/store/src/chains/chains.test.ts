import { afterAll, expect, test } from "vitest";
import {
  advanceChain,
  ensureChainState,
  OtherChainError,
  findChainState,
  listChainStates,
  lockCursor,
} from "./chains.ts";
import type { BlockRef } from "./chains.ts";
import { inTransaction } from "../database/database.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";

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
  await expect(ensureChainState(db, { ...eth, chainId: 2 })).rejects.toThrow("'eth' with chain id 1");
});

test("a chain with the same id and another genesis block is rejected", async () => {
  const zora = { chain: "zora", chainId: 7_777_777, startBlock: 0n };
  await ensureChainState(db, { ...zora, genesisHash: block(1).hash });
  await expect(ensureChainState(db, { ...zora, genesisHash: block(2).hash })).rejects.toThrow(OtherChainError);
  expect(await ensureChainState(db, zora)).toMatchObject(zora); // a node that lacks block 0 can't be judged
});

test("the cursor, the synced block and the head move independently", async () => {
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
  expect((await listChainStates(db)).map(({ chain }) => chain)).toEqual(expect.arrayContaining(["base", "eth"]));
});

test("a cursor moved in a failed transaction has not moved", async () => {
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
  await expect(advanceChain(db, "nowhere", { logs: block(1) })).rejects.toThrow("has no chain 'nowhere'");
});

test("a writer continues only at its cursor, and others wait until it is done", async () => {
  await ensureChainState(db, { chain: "op", chainId: 10, startBlock: 0n });
  const order: string[] = [];
  const first = inTransaction(db, async (tx) => {
    await lockCursor(tx, "op", undefined);
    const second = inTransaction(db, async (other) => lockCursor(other, "op", undefined));
    const outcome = second.catch((error: unknown) => order.push(String(error)));
    await advanceChain(tx, "op", { logs: block(3) });
    order.push("advanced");
    return { outcome };
  });
  await (
    await first
  ).outcome;
  expect(order).toEqual(["advanced", "Error: Another process is indexing 'op': its cursor moved from undefined to 3"]);
  await inTransaction(db, (tx) => lockCursor(tx, "op", 3n));
});
