import { startBareChain, TREASURY } from "@portico/devnet";
import type { BareChain } from "@portico/devnet";
import { createRpc, getChain, NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import { countStale, ensureChainState, findBalance, inTransaction, markPairsStale } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChainWork } from "../chain/chainWork.ts";
import { createPairSet } from "../chain/pairSet.ts";
import { getBlock } from "../source/blockRef.ts";
import { pairs } from "./pairs.ts";
import type { StateReading } from "./statePart.ts";

const chain = getChain("eth");

let node: BareChain;
let database: TestDatabase;

beforeAll(async () => {
  [node, database] = await Promise.all([startBareChain(1), createTestDatabase()]);
});
afterAll(async () => {
  await Promise.all([node.stop(), database.drop()]);
});

test("pages of the queue are read one after another before any is stored, and none of them is the last", async () => {
  const { db } = database;
  const rpc = createRpc({ chain, urls: [node.rpcUrl] });
  const owners = [1, 2, 3, 4, 5].map((n): Address => `0x${n.toString(16).padStart(40, "0")}`);
  for (const [index, owner] of owners.entries()) {
    await node.setBalance(owner, BigInt(100 + index));
  }
  await node.send({ from: TREASURY, to: owners[0]!, value: 1n });
  const head = await getBlock(rpc, "latest");
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  const stale = createPairSet();
  for (const owner of owners) stale.add(owner, NATIVE_TOKEN);
  await markPairsStale(db, "eth", stale.bytes);
  const given: Partial<ChainWork> = { db, chain, rpc, limits: { rangeBlocks: 1, balancePage: 2, sweepMs: 1 } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the part uses of it
  const work = given as ChainWork;

  const readings: StateReading[] = [];
  let next: StateReading | undefined = await pairs.read(work, head, undefined);
  while (next !== undefined) {
    readings.push(next);
    next = await next.readNext?.();
  }
  expect(readings.map(({ count, isLast }) => ({ count, isLast }))).toEqual([
    { count: 2, isLast: false },
    { count: 2, isLast: false },
    { count: 1, isLast: false },
  ]);
  expect(await countStale(db, "eth")).toBe(5);

  for (const reading of readings) await inTransaction(db, (tx) => reading.store(tx));
  expect(await countStale(db, "eth")).toBe(0);
  const stored = await Promise.all(
    owners.map((owner) => findBalance(db, { chain: "eth", owner, token: NATIVE_TOKEN })),
  );
  expect(stored.map((balance) => balance?.rawAmount)).toEqual([101n, 101n, 102n, 103n, 104n]);
  expect(await pairs.read(work, head, undefined)).toMatchObject({ count: 0, isLast: true });
});
