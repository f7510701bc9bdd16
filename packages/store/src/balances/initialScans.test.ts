import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findBalance } from "./balances.ts";
import { type Address, toBytea } from "../encoding/bytea.ts";
import { advanceChain, ensureChainState } from "../chains/chains.ts";
import { parseInitialScanEvent, INITIAL_SCAN_CHANNEL, SCANNED_CHANNEL } from "../notifications/channels.ts";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { listen } from "../notifications/listen.ts";
import { ReadBalance, readOwner } from "./readOwner.ts";
import {
  requestInitialScan,
  deleteEmptyScans,
  deleteScansOfOtherLists,
  hasPendingReads,
  listPartialScans,
  listPendingScans,
  rewindInitialScans,
  notifyWaiting,
  writeInitialScans,
} from "./initialScans.ts";
import { addFollowedOwners } from "../owners/followedOwners.ts";
import { countStale, markBalancesStale } from "./staleBalances.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import type { TestDatabase } from "../testing/testDatabase.ts";
import { writeBalances } from "./writeBalances.ts";

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const [alice, bob, carol] = [address(0xa), address(0xb), address(0xc)];
const [usdc, dai, weth] = [address(1), address(2), address(3)];
const head = { blockNumber: 7n, hash: `0x${"11".repeat(32)}`, timeAt: 100 } as const;

let database: TestDatabase;
let db: Store;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 3n });
  await ensureChainState(db, { chain: "base", chainId: 8453, startBlock: 0n });
  await advanceChain(db, "eth", { logs: head, balances: head });
});
afterAll(() => database.drop());
beforeEach(async () => {
  for (const table of ["sight", "balance", "stale_balance"] as const) await db.deleteFrom(table).execute();
});

const initialScan = (
  owners: readonly Address[],
  balances: Parameters<typeof writeInitialScans>[2]["balances"] = [],
  listId = 1,
) => inTransaction(db, (tx) => writeInitialScans(tx, "eth", { blockNumber: 7n, listId, owners, balances }));

const isScanned = async (owner: Address, chain = "eth") => {
  const { syncStatuses } = await readOwner(db, { owner, chains: [chain] });
  return syncStatuses.find((syncStatus) => syncStatus.chain === chain)?.isScanned;
};

const listKnown = async () => {
  const rows = await db.selectFrom("sight").where("block_number", "is not", null).select("owner").execute();
  return rows.map(({ owner }) => owner.slice(-1)).toSorted();
};

test("an owner is always scanned on a chain indexed from its first block, and nowhere else", async () => {
  expect([await isScanned(alice, "base"), await isScanned(alice)]).toEqual([true, false]);
});

test("a requested owner waits, however often it is requested, until its balances are written", async () => {
  expect(await hasPendingReads(db, "eth")).toBe(false);
  expect(await Promise.all(Array.from({ length: 5 }, () => requestInitialScan(db, alice, ["eth"])))).toEqual(
    Array.from({ length: 5 }, () => ["eth"]),
  );
  await requestInitialScan(db, bob, ["eth"]);
  expect([await hasPendingReads(db, "eth"), await hasPendingReads(db, "base")]).toEqual([true, false]);
  expect(await listPendingScans(db, "eth", 5)).toEqual([alice, bob]);
  expect([await listPendingScans(db, "eth", 1), await isScanned(alice)]).toEqual([[alice], false]);
  await initialScan([alice], [{ owner: alice, token: usdc, rawAmount: 5n }]);
  expect([await isScanned(alice), await listPendingScans(db, "eth", 5)]).toEqual([true, [bob]]);
  expect((await readOwner(db, { owner: alice, chains: ["eth"] })).balances).toEqual([
    new ReadBalance("eth", usdc, "5"),
  ]);
});

test("requesting a scanned owner changes nothing", async () => {
  await initialScan([alice]);
  expect(await requestInitialScan(db, alice, ["eth"])).toEqual(["eth"]);
  expect([await isScanned(alice), await hasPendingReads(db, "eth")]).toEqual([true, false]);
});

test("a scan of the common tokens is known, and remains open until all tokens are read", async () => {
  const scan = (isPartial: boolean, owner: Address) =>
    inTransaction(db, (tx) =>
      writeInitialScans(tx, "eth", { blockNumber: 7n, listId: 1, owners: [owner], isPartial, balances: [] }),
    );
  const readStatus = async (owner: Address) => {
    const { syncStatuses } = await readOwner(db, { owner, chains: ["eth"] });
    const status = syncStatuses.find(({ chain }) => chain === "eth");
    return [status?.isScanned, status?.isScanning];
  };
  for (const owner of [alice, bob]) {
    await requestInitialScan(db, owner, ["eth"]);
    await scan(true, owner);
  }
  expect([await listPendingScans(db, "eth", 5), await listPartialScans(db, "eth", 5)]).toEqual([[], [alice, bob]]);
  expect([await readStatus(alice), await hasPendingReads(db, "eth")]).toEqual([[true, true], true]);
  await inTransaction(db, (tx) => deleteScansOfOtherLists(tx, "eth", 2));
  await inTransaction(db, (tx) => deleteEmptyScans(tx, "eth", 1));
  expect(await listPartialScans(db, "eth", 5)).toEqual([alice, bob]);
  await scan(false, alice);
  expect([await readStatus(alice), await listPartialScans(db, "eth", 5)]).toEqual([[true, undefined], [bob]]);
  await inTransaction(db, (tx) => rewindInitialScans(tx, "eth", 6n));
  expect([await listPendingScans(db, "eth", 5), await listPartialScans(db, "eth", 5)]).toEqual([[alice, bob], []]);
});

test("with another token list, owners whom an operator added are scanned again at once", async () => {
  await addFollowedOwners(db, "eth", [alice]);
  await initialScan([alice, bob]);
  await inTransaction(db, (tx) => deleteScansOfOtherLists(tx, "eth", 2));
  expect([await listPartialScans(db, "eth", 5), await listKnown()]).toEqual([[alice], [alice.slice(-1)]]);
  await db.deleteFrom("followed_owner").execute();
});

test("a scan stores no zeros, except for existing pairs, and removes nothing from the queue", async () => {
  await writeBalances(db, "eth", 5n, [
    { owner: alice, token: dai, rawAmount: 9n },
    { owner: alice, token: weth, rawAmount: 4n },
  ]);
  await markBalancesStale(db, "eth", [{ owner: alice, token: dai }]);
  const read = { [usdc]: 0n, [dai]: 0n, [weth]: 6n } as Record<Address, bigint>;
  await initialScan(
    [alice],
    [usdc, dai, weth].map((token) => ({ owner: alice, token, rawAmount: read[token] ?? 0n })),
  );
  const find = (token: Address) => findBalance(db, { owner: alice, chain: "eth", token });
  expect([await find(usdc), await find(dai), await find(weth)]).toEqual([
    undefined,
    { rawAmount: 0n, blockNumber: 7n },
    { rawAmount: 6n, blockNumber: 7n },
  ]);
  expect(await countStale(db, "eth")).toBe(1);
});

test("the queue is bounded: further owners are refused, waiting ones are not", async () => {
  const limits = { waiting: 2, perMinute: 100 };
  const request = (owner: Address, chains = ["eth"]) => requestInitialScan(db, owner, chains, limits);
  expect([await request(alice), await request(bob), await request(carol)]).toEqual([["eth"], ["eth"], []]);
  expect([await request(alice), await request(carol, ["eth", "base"])]).toEqual([["eth"], ["base"]]);
  expect(await listPendingScans(db, "eth", 9)).toEqual([alice, bob]);
  await initialScan([alice]);
  expect(await request(carol)).toEqual(["eth"]);
});

test("the number of owners per chain and minute is bounded, including completed ones", async () => {
  const request = (owner: Address) => requestInitialScan(db, owner, ["eth"], { waiting: 100, perMinute: 2 });
  await request(alice);
  await request(bob);
  await initialScan([alice, bob]);
  expect(await request(carol)).toEqual([]);
  await db
    .updateTable("sight")
    .set({ asked_at: new Date(0) })
    .execute();
  expect(await request(carol)).toEqual(["eth"]);
});

test("of owners without balances only the newest remain known", async () => {
  for (const owner of [alice, bob, carol]) await requestInitialScan(db, owner, ["eth"]);
  await initialScan([alice, bob, carol, usdc], [{ owner: bob, token: usdc, rawAmount: 1n }]);
  await deleteEmptyScans(db, "eth", 2);
  expect(await listKnown()).toEqual(["1", "b", "c"]);
  await deleteEmptyScans(db, "base", 1);
  await deleteEmptyScans(db, "eth", 1);
  expect(await listKnown()).toEqual(["1", "b"]);
});

test("owners without balances expire after a day, those with balances do not", async () => {
  await initialScan([alice, bob, carol], [{ owner: bob, token: usdc, rawAmount: 1n }]);
  const dayAgo = new Date(Date.now() - 25 * 3_600_000);
  await db.updateTable("sight").set({ asked_at: dayAgo }).where("owner", "!=", toBytea(carol)).execute();
  await initialScan([usdc]);
  expect(await listKnown()).toEqual(["1", "b", "c"]);
});

test("owners scanned with another token list must be scanned again, waiting ones continue to wait", async () => {
  await requestInitialScan(db, carol, ["eth"]);
  await initialScan([alice], [], 1);
  await initialScan([bob], [], -2);
  await deleteScansOfOtherLists(db, "eth", -2);
  expect([await listKnown(), await listPendingScans(db, "eth", 9)]).toEqual([["b"], [carol]]);
});

test("after a reorg, owners scanned on orphaned blocks wait again", async () => {
  await initialScan([alice]);
  await requestInitialScan(db, bob, ["eth"]);
  await rewindInitialScans(db, "base", 0n);
  await rewindInitialScans(db, "eth", 7n);
  expect(await isScanned(alice)).toBe(true);
  await rewindInitialScans(db, "eth", 6n);
  expect([await isScanned(alice), await listPendingScans(db, "eth", 9)]).toEqual([false, [alice, bob]]);
});

test("the indexer is notified of requested owners, and the requesting process of scanned ones", async () => {
  const notifications: (string | undefined)[] = [];
  const onNotify = (word: string | undefined) => void notifications.push(word);
  const stop = await listen(database.url, {
    channels: { [INITIAL_SCAN_CHANNEL]: onNotify, [SCANNED_CHANNEL]: onNotify },
  });
  try {
    await requestInitialScan(db, alice, ["eth", "base"]);
    await initialScan([alice, bob]);
    await notifyWaiting(db, "eth");
    await expect.poll(() => notifications).toHaveLength(7);
  } finally {
    await stop();
  }
  expect(notifications.slice(0, 4)).toEqual([undefined, undefined, "base", "eth"]);
  const news = notifications.slice(4, 6).map((word) => parseInitialScanEvent(word ?? ""));
  expect(news).toEqual([alice, bob].map((owner) => ({ chain: "eth", owner })));
  expect(notifications[6]).toBe("eth");
});
