import { afterAll, beforeEach, expect, test } from "vitest";
import { advanceChain, ensureChainState } from "../chains/chains.ts";
import { rewindChain } from "../reorg/rewind.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { applyTokenList } from "../tokens/tokenLists.ts";
import type { Address } from "../encoding/bytea.ts";
import { findBalance } from "./balances.ts";
import { markBalancesStale, markNamedStale, takeStale } from "./staleBalances.ts";
import { insertTokenLogs } from "./tokenLogs.ts";
import { writeBalances } from "./writeBalances.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const [alice, bob, listed, unlisted] = [address(0xa1), address(0xb0), address(1), address(2)];
const log = (owner: Address, token: Address, blockNumber = 5n) => {
  const location = { blockNumber, txIndex: 3, logIndex: 9, timeAt: 500, txHash: `0x${"33".repeat(32)}` } as const;
  return { owner, token, ...location };
};

beforeEach(async () => {
  for (const table of ["balance", "stale_balance", "token_log", "token", "chain_state"] as const) {
    await db.deleteFrom(table).execute();
  }
  const metadata = { name: null, symbol: null, decimals: null, logoUrl: null, isCore: false };
  await applyTokenList(db, "eth", [{ ...metadata, address: listed }]);
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
});

const countLogs = async () => (await db.selectFrom("token_log").selectAll().execute()).length;

test("logs of listed tokens are stored, and those that name an owner of a balance", async () => {
  await writeBalances(db, "eth", 4n, [{ owner: alice, token: unlisted, rawAmount: 0n }]);
  const logs = [log(alice, unlisted), log(bob, unlisted), log(bob, listed), log(bob, listed)];
  const pairs = await insertTokenLogs(db, "eth", logs);
  expect(pairs.toSorted((a, b) => (a.owner < b.owner ? -1 : 1))).toEqual([
    { owner: alice, token: unlisted },
    { owner: bob, token: listed },
  ]);
  expect(await countLogs()).toBe(2);
  expect(await insertTokenLogs(db, "base", logs)).toEqual([]);
  expect(await insertTokenLogs(db, "eth", [])).toEqual([]);
});

test("a token that names too many owners names itself, a collection that isn't stored as a token does not", async () => {
  expect(await insertTokenLogs(db, "eth", [log(listed, listed), log(unlisted, unlisted)])).toEqual([
    { owner: listed, token: listed },
  ]);
  await db.updateTable("token").set({ is_verified: false }).execute();
  expect(await insertTokenLogs(db, "eth", [log(listed, listed, 6n)])).toEqual([{ owner: listed, token: listed }]);
  expect(await countLogs()).toBe(2);
});

test("a pair that is only named gets no row for zero or a failed call; one that has a row does", async () => {
  const pairs = [
    { owner: alice, token: listed },
    { owner: bob, token: listed },
  ];
  await markNamedStale(db, "eth", pairs);
  const stale = await takeStale(db, "eth", 9);
  expect(stale).toEqual(pairs.map((pair) => ({ ...pair, isNamedOnly: true })));
  const write = (amounts: (bigint | null)[]) =>
    writeBalances(
      db,
      "eth",
      6n,
      stale.map((pair, index) => ({ ...pair, rawAmount: amounts[index]! })),
    );
  const read = () =>
    Promise.all(pairs.map(async (pair) => (await findBalance(db, { chain: "eth", ...pair }))?.rawAmount));
  await write([0n, null]);
  expect(await db.selectFrom("balance").selectAll().execute()).toEqual([]);
  expect(await takeStale(db, "eth", 9)).toEqual([]);
  await write([7n, null]);
  expect(await read()).toEqual([7n, undefined]);
  await write([0n, 8n]);
  expect(await read()).toEqual([0n, 8n]);
});

test("a pair that is named by a movement as well gets a row for zero", async () => {
  const pair = { owner: alice, token: listed };
  await markNamedStale(db, "eth", [pair]);
  await markBalancesStale(db, "eth", [pair]);
  await markNamedStale(db, "eth", [pair]);
  expect(await takeStale(db, "eth", 9)).toEqual([pair]);
});

test("a rewind deletes later logs, and keeps the balance of a pair that an earlier one names", async () => {
  const location = { hash: `0x${"11".repeat(32)}`, timeAt: 500 } as const;
  await advanceChain(db, "eth", { logs: { blockNumber: 9n, ...location } });
  await insertTokenLogs(db, "eth", [log(alice, listed, 5n), log(bob, listed, 8n)]);
  await writeBalances(db, "eth", 5n, [{ owner: alice, token: listed, rawAmount: 4n }]);
  await db
    .insertInto("leg")
    .values({
      owner: `\\x${alice.slice(2)}`,
      chain: "eth",
      block_number: 8n,
      position: 1n,
      is_inbound: true,
      kind: 0,
      token: `\\x${listed.slice(2)}`,
      counterparty: `\\x${bob.slice(2)}`,
      raw_amount: 1n,
      tx_hash: "\\x",
      time_at: 500,
    })
    .execute();
  await rewindChain(db, "eth", { blockNumber: 7n, ...location });
  expect(await countLogs()).toBe(1);
  expect((await findBalance(db, { chain: "eth", owner: alice, token: listed }))?.rawAmount).toBe(4n);
});
