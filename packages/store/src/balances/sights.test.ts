import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findBalance } from "./balances.ts";
import { type Address, toBytea } from "../encoding/bytea.ts";
import { advanceChain, ensureChainState } from "../chains/chains.ts";
import { readSightNews, SIGHT_CHANNEL, SIGHTED_CHANNEL } from "../notifications/channels.ts";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { listen } from "../notifications/listen.ts";
import { ReadBalance, readOwner } from "./readOwner.ts";
import {
  askForSight,
  forgetEmptySights,
  forgetOtherLists,
  hasWaitingSights,
  listWaitingSights,
  rewindSights,
  tellWaiting,
  writeSights,
} from "./sights.ts";
import { countStale, touchBalances } from "./staleBalances.ts";
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

const sight = (owners: readonly Address[], balances: Parameters<typeof writeSights>[2]["balances"] = [], listId = 1) =>
  inTransaction(db, (tx) => writeSights(tx, "eth", { blockNumber: 7n, listId, owners, balances }));

const isSighted = async (owner: Address, chain = "eth") => {
  const { reaches } = await readOwner(db, { owner, chains: [chain] });
  return reaches.find((reach) => reach.chain === chain)?.isSighted;
};

const listKnown = async () => {
  const rows = await db.selectFrom("sight").where("block_number", "is not", null).select("owner").execute();
  return rows.map(({ owner }) => owner.slice(-1)).toSorted();
};

test("an owner is always scanned on a chain indexed from its first block, and nowhere else", async () => {
  expect([await isSighted(alice, "base"), await isSighted(alice)]).toEqual([true, false]);
});

test("a requested owner waits, however often it is requested, until its balances are written", async () => {
  expect(await hasWaitingSights(db, "eth")).toBe(false);
  expect(await Promise.all(Array.from({ length: 5 }, () => askForSight(db, alice, ["eth"])))).toEqual(
    Array.from({ length: 5 }, () => ["eth"]),
  );
  await askForSight(db, bob, ["eth"]);
  expect([await hasWaitingSights(db, "eth"), await hasWaitingSights(db, "base")]).toEqual([true, false]);
  expect(await listWaitingSights(db, "eth", 5)).toEqual([alice, bob]);
  expect([await listWaitingSights(db, "eth", 1), await isSighted(alice)]).toEqual([[alice], false]);
  await sight([alice], [{ owner: alice, token: usdc, rawAmount: 5n }]);
  expect([await isSighted(alice), await listWaitingSights(db, "eth", 5)]).toEqual([true, [bob]]);
  expect((await readOwner(db, { owner: alice, chains: ["eth"] })).balances).toEqual([
    new ReadBalance("eth", usdc, "5"),
  ]);
});

test("requesting a scanned owner changes nothing", async () => {
  await sight([alice]);
  expect(await askForSight(db, alice, ["eth"])).toEqual(["eth"]);
  expect([await isSighted(alice), await hasWaitingSights(db, "eth")]).toEqual([true, false]);
});

test("a scan stores no zeros, except for existing pairs, and removes nothing from the queue", async () => {
  await writeBalances(db, "eth", 5n, [
    { owner: alice, token: dai, rawAmount: 9n },
    { owner: alice, token: weth, rawAmount: 4n },
  ]);
  await touchBalances(db, "eth", [{ owner: alice, token: dai }]);
  const read = { [usdc]: 0n, [dai]: 0n, [weth]: 6n } as Record<Address, bigint>;
  await sight(
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
  const ask = (owner: Address, chains = ["eth"]) => askForSight(db, owner, chains, limits);
  expect([await ask(alice), await ask(bob), await ask(carol)]).toEqual([["eth"], ["eth"], []]);
  expect([await ask(alice), await ask(carol, ["eth", "base"])]).toEqual([["eth"], ["base"]]);
  expect(await listWaitingSights(db, "eth", 9)).toEqual([alice, bob]);
  await sight([alice]);
  expect(await ask(carol)).toEqual(["eth"]);
});

test("the number of owners per chain and minute is bounded, including completed ones", async () => {
  const ask = (owner: Address) => askForSight(db, owner, ["eth"], { waiting: 100, perMinute: 2 });
  await ask(alice);
  await ask(bob);
  await sight([alice, bob]);
  expect(await ask(carol)).toEqual([]);
  await db
    .updateTable("sight")
    .set({ asked_at: new Date(0) })
    .execute();
  expect(await ask(carol)).toEqual(["eth"]);
});

test("of owners without balances only the newest remain known", async () => {
  for (const owner of [alice, bob, carol]) await askForSight(db, owner, ["eth"]);
  await sight([alice, bob, carol, usdc], [{ owner: bob, token: usdc, rawAmount: 1n }]);
  await forgetEmptySights(db, "eth", 2);
  expect(await listKnown()).toEqual(["1", "b", "c"]);
  await forgetEmptySights(db, "base", 1);
  await forgetEmptySights(db, "eth", 1);
  expect(await listKnown()).toEqual(["1", "b"]);
});

test("owners without balances expire after a day, those with balances do not", async () => {
  await sight([alice, bob, carol], [{ owner: bob, token: usdc, rawAmount: 1n }]);
  const dayAgo = new Date(Date.now() - 25 * 3_600_000);
  await db.updateTable("sight").set({ asked_at: dayAgo }).where("owner", "!=", toBytea(carol)).execute();
  await sight([usdc]);
  expect(await listKnown()).toEqual(["1", "b", "c"]);
});

test("owners scanned with another token list must be scanned again, waiting ones continue to wait", async () => {
  await askForSight(db, carol, ["eth"]);
  await sight([alice], [], 1);
  await sight([bob], [], -2);
  await forgetOtherLists(db, "eth", -2);
  expect([await listKnown(), await listWaitingSights(db, "eth", 9)]).toEqual([["b"], [carol]]);
});

test("after a reorg, owners scanned on orphaned blocks wait again", async () => {
  await sight([alice]);
  await askForSight(db, bob, ["eth"]);
  await rewindSights(db, "base", 0n);
  await rewindSights(db, "eth", 7n);
  expect(await isSighted(alice)).toBe(true);
  await rewindSights(db, "eth", 6n);
  expect([await isSighted(alice), await listWaitingSights(db, "eth", 9)]).toEqual([false, [alice, bob]]);
});

test("the indexer is notified of requested owners, and the requesting process of scanned ones", async () => {
  const heard: (string | undefined)[] = [];
  const hear = (word: string | undefined) => void heard.push(word);
  const stop = await listen(database.url, { channels: { [SIGHT_CHANNEL]: hear, [SIGHTED_CHANNEL]: hear } });
  try {
    await askForSight(db, alice, ["eth", "base"]);
    await sight([alice, bob]);
    await tellWaiting(db, "eth");
    await expect.poll(() => heard).toHaveLength(7);
  } finally {
    await stop();
  }
  expect(heard.slice(0, 4)).toEqual([undefined, undefined, "base", "eth"]);
  const news = heard.slice(4, 6).map((word) => readSightNews(word ?? ""));
  expect(news).toEqual([alice, bob].map((owner) => ({ chain: "eth", owner })));
  expect(heard[6]).toBe("eth");
});
