import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { writeInitialScans } from "../balances/initialScans.ts";
import { advanceChain, ensureChainState, lockCursor } from "../chains/chains.ts";
import { inTransaction } from "../database/database.ts";
import type { Address, Hex } from "../encoding/bytea.ts";
import { copyLegs } from "../history/legs.ts";
import { LegKind } from "../history/position.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { rewindFollowedOwners, removeFollowedOwners } from "./followedOwners.ts";
import { addOwnerHistories } from "./addHistories.ts";
import {
  advanceHistories,
  endHistory,
  listOpenHistories,
  listOwnedTransactions,
  reopenHistories,
  rewindHistories,
  type OwnerHistory,
} from "./ownerHistories.ts";
import { setIndexMode } from "./setIndexMode.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const hashOf = (n: number): Hex => `0x${n.toString(16).padStart(64, "0")}`;
const [alice, bob, carol] = [address(0xa1), address(0xb0), address(0xc0)];
const LIMIT = { limit: 10, maxTransactions: 100 };

beforeEach(async () => {
  await sql`truncate chain_state, followed_owner, sight, owner_history, leg`.execute(db);
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 5n, mode: "owners" });
  await advanceTo(90);
});

const advanceTo = (block: number) =>
  advanceChain(db, "eth", { logs: { blockNumber: BigInt(block), hash: hashOf(block), timeAt: block } });
const follow = async (block: number, ...owners: Address[]) => {
  await writeInitialScans(db, "eth", { blockNumber: BigInt(block), listId: 1, owners, balances: [] });
  await addOwnerHistories(db, "eth");
};
const step = (pass: "calls" | "logs", toBlock: number, fromBlock: number, ...owners: Address[]) =>
  inTransaction(db, (tx) =>
    advanceHistories(tx, "eth", { pass, owners, toBlock: BigInt(toBlock), fromBlock: BigInt(fromBlock) }),
  );
const list = async () =>
  (
    await sql<{ owner: string; to_block: bigint; calls_from: bigint | null; logs_from: bigint | null; state: string }>`
      select '0x' || encode(owner, 'hex') as owner, to_block, calls_from, logs_from, state from owner_history
      order by owner`.execute(db)
  ).rows;

test("a step counts only for owners whose pass is where it begins", async () => {
  await follow(50, alice);
  await follow(60, bob);
  expect(await step("calls", 50, 20, alice, bob, carol)).toEqual([alice]);
  expect(await step("calls", 50, 20, alice)).toEqual([]);
  expect(await step("logs", 50, 30, alice)).toEqual([alice]);
  expect(await step("calls", 19, 0, alice)).toEqual([alice]);
  expect(await list()).toMatchObject([
    { owner: alice, to_block: 50n, calls_from: 0n, logs_from: 30n },
    { owner: bob, to_block: 60n, calls_from: null, logs_from: null },
  ]);
});

test("a rewind shortens histories, and leaves a pass that has not begun", async () => {
  await follow(50, alice);
  await follow(30, bob);
  await step("logs", 50, 0, alice);
  await inTransaction(db, (tx) => rewindHistories(tx, "eth", 40n));
  expect(await list()).toMatchObject([
    { owner: alice, to_block: 40n, calls_from: null, logs_from: 0n },
    { owner: bob, to_block: 30n },
  ]);
});

test("an owner's history that is added while the chain is rewound ends at the fork", async () => {
  await writeInitialScans(db, "eth", { blockNumber: 50n, listId: 1, owners: [alice], balances: [] });
  let adding: Promise<void> | undefined;
  await inTransaction(db, async (tx) => {
    await lockCursor(tx, "eth", 90n);
    await rewindFollowedOwners(tx, "eth", 40n);
    adding = addOwnerHistories(db, "eth");
    await Promise.race([adding, sleep(200)]);
  });
  await adding;
  expect(await list()).toMatchObject([{ owner: alice, to_block: 40n }]);
});

test("a history that was replaced while it was checked is not ended", async () => {
  await follow(50, alice);
  await step("calls", 50, 0, alice);
  await step("logs", 50, 0, alice);
  const [checked] = (await listOpenHistories(db, "eth", { ...LIMIT, part: "ended" })) as [OwnerHistory];
  await removeFollowedOwners(db, "eth", [alice]);
  await follow(50, alice);
  const end = (history: OwnerHistory) =>
    inTransaction(db, (tx) => endHistory(tx, "eth", history, { state: "complete" }));
  expect(await end(checked)).toBe(false);
  expect(await list()).toMatchObject([{ state: "collecting", calls_from: null }]);
  const [current] = (await listOpenHistories(db, "eth", { ...LIMIT, part: "calls" })) as [OwnerHistory];
  expect(await end(current)).toBe(true);
  expect(await list()).toMatchObject([{ state: "complete" }]);
});

test("histories are listed by the pass that can go on, so that those that wait don't hide others", async () => {
  await follow(50, alice, bob, carol);
  await step("calls", 50, 0, alice, bob);
  await step("logs", 50, 0, bob, carol);
  const part = async (of: "calls" | "ended" | "logs", more: object = {}) =>
    (await listOpenHistories(db, "eth", { ...LIMIT, part: of, limit: 1, ...more })).map(({ owner }) => owner);
  expect([await part("calls"), await part("logs"), await part("ended")]).toEqual([[carol], [alice], [bob]]);
  expect(await part("calls", { except: [carol] })).toEqual([]);
  expect(await part("ended", { except: [bob] })).toEqual([]);
  expect(await part("ended", { except: [bob], withoutCalls: [carol] })).toEqual([carol]);
  expect(await part("ended", { except: [bob], hasLogs: false })).toEqual([alice]);
  await sql`update owner_history set transaction_count = 100`.execute(db);
  expect([await part("calls"), await part("logs"), await part("ended", { limit: 9 })]).toEqual([
    [],
    [],
    [alice, bob, carol],
  ]);
});

test("in a full index from a later block histories end before it, and at the stored blocks", async () => {
  await inTransaction(db, (tx) => setIndexMode(tx, "eth", "full"));
  await writeInitialScans(db, "eth", { blockNumber: 95n, listId: 1, owners: [alice], balances: [] });
  await advanceTo(80);
  await addOwnerHistories(db, "eth");
  expect(await list()).toMatchObject([{ owner: alice, to_block: 80n }]);
});

test("a transaction is an owner's if it has a leg of its own, apart from markers", async () => {
  const leg = { txIndex: 0, index: 0, subIndex: 0, isInbound: true, token: bob, counterparty: carol, rawAmount: 1n };
  const add = (owner: Address, block: number, kind: LegKind) =>
    copyLegs(db, "eth", [{ ...leg, owner, blockNumber: BigInt(block), kind, txHash: hashOf(block), timeAt: block }]);
  await add(alice, 1, LegKind.token);
  await add(alice, 2, LegKind.unlogged);
  await add(alice, 3, LegKind.moved);
  const wanted = [1, 2, 3].flatMap((block) =>
    [alice, bob].map((owner) => ({ owner, blockNumber: BigInt(block), hash: hashOf(block) })),
  );
  expect(await listOwnedTransactions(db, "eth", wanted)).toEqual(new Set([`${alice} ${hashOf(1)}`]));
});

test("calls without internal transfers are collected again once another source has them, from the newest block", async () => {
  await follow(50, alice, bob);
  const call = (owner: Address, source: string, hasInternal: boolean, toBlock: bigint, fromBlock: bigint) =>
    inTransaction(db, (tx) =>
      advanceHistories(tx, "eth", { pass: "calls", owners: [owner], source, hasInternal, toBlock, fromBlock }),
    );
  const reopen = (name: string, hasInternal: boolean) =>
    reopenHistories(db, "eth", { calls: { name, hasInternal }, logs: true, maxTransactions: 100 });
  const listSources = async () =>
    (await listOpenHistories(db, "eth", { ...LIMIT, part: "logs" })).map(({ callsFrom, callsSource }) => [
      callsFrom,
      callsSource,
    ]);
  await call(alice, "nonce", false, 50n, 30n);
  await call(alice, "explorer", true, 29n, 0n);
  await call(bob, "explorer", true, 50n, 0n);
  await reopen("explorer", false);
  expect(await listSources()).toEqual([
    [0n, "nonce"],
    [0n, "explorer"],
  ]);
  for (let times = 0; times < 2; times++) {
    await reopen("ots", true);
    expect(await listSources()).toEqual([
      [times === 0 ? undefined : 0n, times === 0 ? undefined : "ots"],
      [0n, "explorer"],
    ]);
    await call(alice, "ots", true, 50n, 0n);
  }
});
