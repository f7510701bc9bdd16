import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { writeBalances } from "../balances/writeBalances.ts";
import { markBalancesStale } from "../balances/staleBalances.ts";
import { markDrifting, rewindDrift } from "../balances/tokenDrift.ts";
import { listResiduals } from "../balances/residuals.ts";
import { advanceChain, ensureChainState } from "../chains/chains.ts";
import type { Address, Hex } from "../encoding/bytea.ts";
import { copyLegs } from "../history/legs.ts";
import { LegKind } from "../history/position.ts";
import { copyTransactions } from "../history/transactions.ts";
import { rewindChain } from "../reorg/rewind.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { applyTokenList } from "../tokens/tokenLists.ts";
import { activateTwin, rewindTwins } from "../tokens/tokenTwins.ts";
import { writeInitialScans } from "../balances/initialScans.ts";
import { markHistoryPage } from "./historyChecks.ts";
import { readHistorySums, storeHistoryGaps } from "./historySums.ts";
import { endHistory, listChangedHistories } from "./ownerHistories.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const [alice, bob, listed, other] = [address(0xa1), address(0xb0), address(1), address(2)];
const native: Address = `0x${"ee".repeat(20)}`;
const hashOf = (block: number): Hex => `0x${block.toString(16).padStart(64, "0")}`;
const blockAt = (block: number) => ({ blockNumber: BigInt(block), hash: hashOf(block), timeAt: block });

const metadata = { name: null, symbol: null, decimals: null, logoUrl: null, isCore: false };

beforeEach(async () => {
  await sql`truncate balance, stale_balance, token, token_drift, token_twin, leg, residual, transaction, owner_history,
    history_token, chain_state`.execute(db);
  await applyTokenList(db, "eth", [{ ...metadata, address: listed }]);
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 50n, mode: "owners" });
  await advanceChain(db, "eth", { logs: blockAt(60), balances: blockAt(60) });
  await db
    .insertInto("owner_history")
    .values({ chain: "eth", owner: sql`'\\x${sql.raw(alice.slice(2))}'`, to_block: 50n })
    .execute();
});

const move = (block: number, token: Address, rawAmount: bigint, kind: LegKind = LegKind.token) =>
  copyLegs(db, "eth", [
    {
      owner: alice,
      blockNumber: BigInt(block),
      txIndex: 0,
      kind,
      index: 0,
      subIndex: 0,
      isInbound: rawAmount > 0n,
      token,
      counterparty: bob,
      rawAmount: rawAmount < 0n ? -rawAmount : rawAmount,
      txHash: hashOf(block),
      timeAt: block,
    },
  ]);

/** A transaction of the owner, with its fee. */
async function send(block: number): Promise<void> {
  await copyTransactions(db, "eth", [
    {
      blockNumber: BigInt(block),
      txIndex: 0,
      hash: hashOf(block),
      timeAt: block,
      sender: alice,
      recipient: bob,
      nonce: 0n,
      rawValue: 0n,
      input: "0x",
      isSuccess: true,
      gasUsed: 21_000n,
      rawFee: 0n,
    },
  ]);
  await move(block, native, -1n, LegKind.fee);
}

const hold = (token: Address, rawAmount: bigint, block = 60) =>
  writeBalances(db, "eth", BigInt(block), [{ owner: alice, token, rawAmount }]);

const sum = (block = 60n) => readHistorySums(db, "eth", alice, block);

test("changes that add up to the balances leave no gap, of each other token the missing amount", async () => {
  await move(10, listed, 7n);
  await move(20, listed, -2n);
  await move(30, other, 9n);
  await hold(listed, 5n);
  await hold(other, 10n);
  await hold(native, 4n);
  expect(await sum()).toEqual({
    sentCount: 0n,
    isPending: false,
    gaps: [
      { token: other, rawAmount: 1n, isVerified: false },
      { token: native, rawAmount: 4n, isVerified: true },
    ],
  });
});

test("a balance of a drifting token is not compared, and one that waits to be read is pending", async () => {
  await hold(listed, 5n);
  await markDrifting(db, "eth", [{ token: listed, blockNumber: 1n, timeAt: 1 }]);
  expect(await sum()).toMatchObject({ gaps: [], isPending: false });
  await markBalancesStale(db, "eth", [{ owner: alice, token: listed }]);
  expect(await sum()).toMatchObject({ isPending: true });
});

test("transactions that the owner sent are counted up to the block of the nonce that they are compared with", async () => {
  await send(10);
  await send(55);
  await send(60);
  expect((await sum()).sentCount).toBe(3n);
  expect((await sum(59n)).sentCount).toBe(2n);
});

test("gaps are residuals of the history, which replace earlier ones, and are not counted as changes", async () => {
  await hold(listed, 5n);
  await storeHistoryGaps(db, "eth", alice, [{ token: native, rawAmount: 1n, isVerified: true }]);
  await storeHistoryGaps(db, "eth", alice, (await sum()).gaps);
  expect(await listResiduals(db, alice, "eth")).toMatchObject([
    { token: listed, fromBlock: 0n, toBlock: 50n, rawAmount: 5n, txBlock: undefined, isRebase: false },
  ]);
  expect((await sum()).gaps).toMatchObject([{ token: listed, rawAmount: 5n }]);
});

test("a rewind to before the end of a history has it checked again, because its gaps are gone", async () => {
  await sql`update owner_history set state = 'partial', calls_from = 0, logs_from = 0`.execute(db);
  await hold(listed, 5n);
  await storeHistoryGaps(db, "eth", alice, (await sum()).gaps);
  await rewindChain(db, "eth", blockAt(49));
  expect(await listResiduals(db, alice, "eth")).toEqual([]);
  const { rows } = await sql`select state, to_block from owner_history`.execute(db);
  expect(rows).toEqual([{ state: "collecting", to_block: 49n }]);
});

const listChanged = () => listChangedHistories(db, "eth", { limit: 9, except: [] });
/** @returns the owners whose histories are to be checked again; they are ended then. */
async function check(): Promise<Address[]> {
  while (await markHistoryPage(db, "eth", 1));
  const changed = await listChanged();
  for (const history of changed) await endHistory(db, "eth", history, { state: "partial" });
  expect(await listChanged()).toEqual([]);
  return changed.map(({ owner }) => owner);
}

test("an ended history is checked again once a token of its owner drifts, counts, or is verified, or does no longer", async () => {
  await sql`update owner_history set state = 'complete'`.execute(db);
  await sql`insert into owner_history (chain, owner, to_block, state)
    values ('eth', '\\x${sql.raw(bob.slice(2))}', 50, 'partial')`.execute(db);
  await hold(listed, 5n);
  const changes = {
    drifts: () => markDrifting(db, "eth", [{ token: listed, blockNumber: 40n, timeAt: 1 }]),
    "no longer drifts": () => rewindDrift(db, "eth", 39n),
    "is not verified": () => applyTokenList(db, "eth", []),
    "is verified": () => applyTokenList(db, "eth", [{ ...metadata, address: listed }]),
    "has a twin": () => activateTwin(db, "eth", { token: listed, twin: other, blockNumber: 60n }),
    "has none": () => rewindTwins(db, "eth", 59n),
    "is read": () => writeInitialScans(db, "eth", { blockNumber: 60n, listId: 2, owners: [alice], balances: [] }),
  };
  for (const [name, change] of Object.entries(changes)) {
    await change();
    expect([name, await check()]).toEqual([name, [alice]]);
  }
  await changes["is verified"]();
  expect(await check()).toEqual([]);
});

test("a history whose token has changed while it was checked is checked once more", async () => {
  await sql`update owner_history set state = 'complete', change_count = 1`.execute(db);
  await hold(listed, 5n);
  const [checked] = await listChanged();
  await markDrifting(db, "eth", [{ token: listed, blockNumber: 40n, timeAt: 1 }]);
  await markHistoryPage(db, "eth");
  expect(await endHistory(db, "eth", checked!, { state: "partial" })).toBe(false);
  expect(await listChanged()).toMatchObject([{ owner: alice, state: "complete" }]);
});
