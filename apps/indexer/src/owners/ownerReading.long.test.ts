/** Each way in which changes of followed owners are found, compared with the same chain indexed in full. */
import { startDevnet } from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import type { Address } from "@portico/evm";
import { createMemoryProfiles } from "@portico/evm/testing/memoryProfiles";
import { startNodeProfile } from "@portico/evm/testing/nodeProfiles";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { numberToHex } from "viem";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { toLowerCase } from "../testing/compare.ts";
import { countBlocks, followFrom, listSteady, OWNED, readRows } from "../testing/ownerRows.ts";
import { listDevnetChains, syncToHead } from "../testing/sync.ts";

let devnet: Devnet;
let full: TestDatabase;

beforeAll(async () => {
  [devnet, full] = await Promise.all([
    startDevnet({ chains: ["eth"], seed: 11, size: { people: 6, transactions: 150, days: 2 } }),
    createTestDatabase(),
  ]);
  await syncToHead(full.db, listDevnetChains(devnet));
});

afterAll(async () => {
  await Promise.all([devnet.stop(), full.drop()]);
});

async function rpc(method: string, ...params: unknown[]): Promise<void> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = { "content-type": "application/json" };
  const response = await fetch(devnet.chains.eth!.rpcUrl, { method: "POST", body, headers });
  const { error } = (await response.json()) as { error?: { message: string } };
  if (error !== undefined) throw new Error(error.message);
}

const send = (from: Address, to: Address, value: bigint) =>
  rpc("eth_sendTransactionSync", { from, to, value: numberToHex(value) });

/** A user with few transactions, and addresses without any. */
const QUIET = 5;
const IDLE: Address[] = [`0x${"1d".repeat(20)}`, `0x${"1e".repeat(20)}`];

test.each([
  ["states of accounts", {}, true, true],
  ["transactions of every block", "bare", false, true],
  ["all logs", { maxTopics: 2 }, true, true],
  ["every block, where old states are pruned", { stateBlocks: 2 }, true, false],
] as const)("found by %s, what is stored is the same", async (_, profile, isTraced, isSparse) => {
  const [owner, other, third] = [devnet.users[QUIET]!, devnet.users[0]!, devnet.users[1]!].map(toLowerCase) as [
    Address,
    Address,
    Address,
  ];
  const node = await startNodeProfile(devnet.chains.eth!.rpcUrl, profile);
  const { db, drop } = await createTestDatabase();
  onTestFinished(async () => void (await Promise.all([node.stop(), drop()])));
  await followFrom(db, 1n, [owner, ...IDLE]);
  const chains = [{ chain: "eth", rpcUrls: [node.url], startBlock: 1n }];
  const profiles = createMemoryProfiles();
  const check = async (): Promise<number> => {
    await Promise.all([syncToHead(full.db, listDevnetChains(devnet)), syncToHead(db, chains, { profiles })]);
    for (const table of OWNED) {
      const expected = await readRows(full.db, table, [owner], isTraced);
      expect([table, await readRows(db, table, [owner], isTraced)]).toEqual([table, expected]);
    }
    expect(await listSteady(db, owner, full.db)).toEqual(await listSteady(full.db, owner, full.db));
    return await countBlocks(db);
  };
  const blocks = await check();
  await send(owner, other, 1n);
  await check();
  await rpc("anvil_mine", "0x3");
  await send(other, owner, 2n);
  await rpc("anvil_mine", "0x3");
  const isFew = (await check()) < blocks + 4; // the sent one, the received one, and the head
  expect(isFew).toBe(isSparse);
  await rpc("anvil_rollback", 5);
  await send(third, other, 3n);
  await rpc("anvil_mine", "0x5");
  await check();
});
