import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { advanceChain, ensureChainState } from "../chains/chains.ts";
import type { Address, Hex } from "../encoding/bytea.ts";
import { copyLegs } from "../history/legs.ts";
import { decodePosition, LegKind } from "../history/position.ts";
import { readPortfolio } from "../portfolio/readPortfolio.ts";
import { rewindChain } from "../reorg/rewind.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { applyTokenList } from "../tokens/tokenLists.ts";
import { readOwner } from "./readOwner.ts";
import { writeInitialScans } from "./initialScans.ts";
import { noteLedgerCoverage } from "./ledgerCoverage.ts";
import { readBalanceLedger } from "./readBalanceLedger.ts";
import { listResiduals } from "./residuals.ts";
import { markDrifting } from "./tokenDrift.ts";
import { takeStale } from "./staleBalances.ts";
import { insertTokenLogs } from "./tokenLogs.ts";
import { writeBalances } from "./writeBalances.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const [alice, bob, token, other] = [address(0xa1), address(0xb0), address(1), address(2)];
const NATIVE_TOKEN: Address = `0x${"ee".repeat(20)}`;
const hashOf = (block: number, tx: number): Hex => `0x${(block * 1_000 + tx).toString(16).padStart(64, "0")}`;

beforeEach(async () => {
  await sql`truncate balance, stale_balance, token_log, token, token_drift, leg, residual, fee_recipient,
    chain_state`.execute(db);
  const metadata = { name: null, symbol: null, decimals: null, logoUrl: null, isCore: false };
  await applyTokenList(db, "eth", [{ ...metadata, address: token }]);
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  await cover(true);
});

const cover = (hasAllLogs: boolean) =>
  noteLedgerCoverage(db, "eth", { hasAllLogs, hasAllCoins: hasAllLogs, feeCollectors: [] });

const blockAt = (blockNumber: number) => ({
  blockNumber: BigInt(blockNumber),
  hash: hashOf(blockNumber, 0),
  timeAt: blockNumber,
});

const move = (
  blockNumber: number,
  rawAmount: bigint,
  {
    tx = 0,
    index = 7,
    of = token,
    kind = LegKind.token,
  }: Partial<Record<"index" | "tx", number>> & { of?: Address; kind?: LegKind } = {},
) =>
  copyLegs(db, "eth", [
    {
      owner: alice,
      blockNumber: BigInt(blockNumber),
      txIndex: tx,
      kind,
      index,
      subIndex: 0,
      isInbound: rawAmount > 0n,
      token: of,
      counterparty: bob,
      rawAmount: rawAmount < 0n ? -rawAmount : rawAmount,
      txHash: hashOf(blockNumber, tx),
      timeAt: blockNumber,
    },
  ]);

const mention = (blockNumber: number, tx: number, owner = alice) =>
  insertTokenLogs(db, "eth", [
    {
      owner,
      token,
      blockNumber: BigInt(blockNumber),
      txIndex: tx,
      logIndex: 9,
      timeAt: blockNumber,
      txHash: hashOf(blockNumber, tx),
    },
  ]);

/** Reads the balance at a block, which becomes the synced one. */
async function read(blockNumber: number, rawAmount: bigint | null, of = token): Promise<void> {
  await writeBalances(db, "eth", BigInt(blockNumber), [{ owner: alice, token: of, rawAmount }]);
  await advanceChain(db, "eth", { logs: blockAt(blockNumber), balances: blockAt(blockNumber) });
}

const list = async () =>
  (await listResiduals(db, alice, "eth")).map(
    ({ fromBlock, toBlock, rawAmount, txBlock }) => `${fromBlock}-${toBlock} ${rawAmount} ${txBlock ?? "open"}`,
  );

const listUnlogged = async () =>
  (
    await db
      .selectFrom("leg")
      .selectAll()
      .where("kind", "=", LegKind.unlogged)
      .orderBy("block_number", "desc")
      .execute()
  ).map(({ block_number, position, is_inbound, raw_amount, tx_hash }) => {
    const { txIndex, index } = decodePosition(position);
    return [Number(block_number), txIndex, index, is_inbound ? raw_amount : `-${raw_amount}`, `0x${tx_hash.slice(2)}`];
  });

test("the first read opens a balance, and legs explain later ones", async () => {
  await move(1, 3n);
  await read(2, 100n);
  await move(3, 5n);
  await move(4, -2n);
  await read(4, 103n);
  await read(5, 103n);
  expect(await list()).toEqual([]);
});

test("until the chain was synced once, each read opens the balance, whatever is rewound", async () => {
  const write = (blockNumber: bigint, rawAmount: bigint) =>
    writeBalances(db, "eth", blockNumber, [{ owner: alice, token, rawAmount }]);
  await write(1n, 90n);
  await write(2n, 100n);
  await move(3, 5n);
  await advanceChain(db, "eth", { logs: blockAt(5) });
  await rewindChain(db, "eth", blockAt(4));
  await write(5n, 105n);
  await rewindChain(db, "eth", blockAt(4));
  await read(6, 106n);
  expect(await list()).toEqual([]);
  await read(7, 108n);
  expect(await list()).toEqual(["6-7 2 open"]);
});

test("a change that the only transaction with a log explains is its movement", async () => {
  await read(2, 100n);
  await mention(3, 4);
  await read(3, 107n);
  await move(5, 1n, { tx: 2, index: 30 });
  await read(6, 104n);
  expect(await list()).toEqual(["2-3 7 3", "3-6 -4 5"]);
  expect(await listUnlogged()).toEqual([
    [5, 2, 30, "-4", hashOf(5, 2)],
    [3, 4, 9, "7", hashOf(3, 4)],
  ]);
});

test("a change that several transactions or none may explain has its range only", async () => {
  await read(2, 100n);
  await read(3, 101n);
  await mention(4, 4);
  await mention(5, 4);
  await read(5, 102n);
  await mention(6, 1);
  await move(6, 1n, { tx: 2 });
  await read(6, 104n);
  await move(7, 1n, { tx: 2, kind: LegKind.approval });
  await mention(7, 3);
  await read(7, 105n);
  expect(await list()).toEqual(["2-3 1 open", "3-5 1 open", "5-6 1 open", "6-7 1 open"]);
  expect(await listUnlogged()).toEqual([]);
});

test("where not all logs were searched, or a block names too many owners, no transaction is claimed", async () => {
  await read(2, 100n);
  await mention(3, 4);
  await mention(3, 5, token);
  await read(3, 107n);
  await cover(false);
  await mention(4, 4);
  await read(4, 108n);
  await cover(true);
  await mention(5, 4);
  await read(5, 109n);
  expect(await list()).toEqual(["2-3 7 open", "3-4 1 open", "4-5 1 5"]);
});

test("a rebase is a residual of its kind, and an unknown balance is opened again", async () => {
  await read(2, 100n);
  await copyLegs(db, "eth", [{ ...MOVED, blockNumber: 3n }]);
  await read(3, 110n);
  await read(4, null);
  await read(5, 7n);
  await move(6, 1n);
  await read(6, 8n);
  const rows = await listResiduals(db, alice, "eth");
  const kinds = { isRebase: true, isBackwards: false };
  expect(rows).toEqual([
    { owner: alice, token, fromBlock: 2n, toBlock: 3n, rawAmount: 10n, txBlock: undefined, ...kinds },
  ]);
});

const MOVED = {
  owner: token,
  txIndex: 0,
  kind: LegKind.moved,
  index: 1,
  subIndex: 0,
  isInbound: false,
  token,
  counterparty: token,
  rawAmount: 0n,
  txHash: hashOf(3, 0),
  timeAt: 3,
};

test("a difference of the coin is a residual, but with an unknown fee opens the balance again", async () => {
  const listOpened = async () => {
    const { coins } = await readBalanceLedger(db, alice, ["eth"]);
    return [await list(), coins.get("eth")?.since];
  };
  await read(2, 100n, NATIVE_TOKEN);
  await move(3, 0n, { of: NATIVE_TOKEN, kind: LegKind.fee }); // no transaction states it
  await read(3, 90n, NATIVE_TOKEN);
  expect(await listOpened()).toEqual([[], 3n]);
  await move(4, -5n, { of: NATIVE_TOKEN, kind: LegKind.fee });
  await move(4, 1n, { of: NATIVE_TOKEN, kind: LegKind.withdrawal });
  await read(4, 86n, NATIVE_TOKEN);
  await read(5, 85n, NATIVE_TOKEN);
  expect(await listOpened()).toEqual([["4-5 -1 open"], 3n]);
});

test("a token that is known to be scaled drifts, also without the blocks of other evidence", async () => {
  const listDrifting = async () =>
    (await db.selectFrom("token_drift").select(["block_number", "is_drifting"]).execute()).map(Object.values);
  const mark = (blockNumber: bigint) => markDrifting(db, "eth", [{ token, blockNumber, timeAt: Number(blockNumber) }]);
  await mark(5n);
  await mark(6n);
  expect(await listDrifting()).toEqual([[5n, true]]);
  await mark(0n);
  await rewindChain(db, "eth", blockAt(4));
  expect(await listDrifting()).toEqual([[0n, true]]);
});

const scan = (blockNumber: number, rawAmount: bigint, of = token) => {
  const balances = [{ owner: alice, token: of, rawAmount }];
  return writeInitialScans(db, "eth", { blockNumber: BigInt(blockNumber), listId: 1, owners: [alice], balances });
};

test.each(["a read", "an initial scan"])(
  "%s that finds a change queues other holders, not those that it read",
  async (by) => {
    await read(2, 100n);
    await writeBalances(db, "eth", 2n, [{ owner: bob, token, rawAmount: 100n }]);
    if (by === "a read") await read(3, 101n);
    else await scan(3, 101n);
    expect(await list()).toEqual(["2-3 1 open"]);
    expect(await takeStale(db, "eth", 9)).toEqual([{ owner: bob, token, isNamedOnly: true }]);
  },
);

test("an initial scan is compared with the amount at the fork once, and the pair still waits", async () => {
  await read(2, 100n);
  await move(4, 5n);
  await read(4, 105n);
  await rewindChain(db, "eth", blockAt(3));
  await scan(5, 107n);
  expect([await list(), await takeStale(db, "eth", 9)]).toEqual([["3-5 7 open"], [{ owner: alice, token }]]);
  await read(6, 107n);
  expect([await list(), await takeStale(db, "eth", 9)]).toEqual([["3-5 7 open"], []]);
});

test("an initial scan opens the balance of the coin again if a fee is unknown", async () => {
  await read(2, 100n, NATIVE_TOKEN);
  await move(3, 0n, { of: NATIVE_TOKEN, kind: LegKind.fee });
  await scan(3, 90n, NATIVE_TOKEN);
  const { coins } = await readBalanceLedger(db, alice, ["eth"]);
  expect([await list(), coins.get("eth")?.since]).toEqual([[], 3n]);
});

test("absurd sums of a hostile token's transfers don't stop the writer", async () => {
  const most = 2n ** 256n - 1n;
  await read(2, 1n, other);
  for (let index = 0; index < 20; index++) await move(3, most, { of: other, index });
  await read(3, 2n, other);
  expect((await listResiduals(db, alice, "eth"))[0]).toMatchObject({ rawAmount: 1n - 20n * most, txBlock: undefined });
});

/** Blocks with the change by a transfer and the change without, which may be named by a log. */
type Block = { moved: bigint; unlogged: bigint; isNamed: boolean };
type Episode = { depth: number; blocks: Block[]; isRead: boolean };
const amount = fc.bigInt(0n, 3n);
const blocks: fc.Arbitrary<Block> = fc.record({ moved: amount, unlogged: amount, isNamed: fc.boolean() });
const episodes: fc.Arbitrary<Episode[]> = fc.array(
  fc.record({ depth: fc.nat(4), blocks: fc.array(blocks, { minLength: 1, maxLength: 3 }), isRead: fc.boolean() }),
  { minLength: 1, maxLength: 6 },
);

test("after any reorgs the ledger closes: opening, legs and residuals are the balance, and each range has its own sum", async () => {
  await fc.assert(
    fc.asyncProperty(episodes, fc.boolean(), async (given, isCoin) => {
      const of = isCoin ? NATIVE_TOKEN : token;
      const kind = isCoin ? LegKind.native : LegKind.token;
      await sql`truncate balance, stale_balance, token_log, leg, residual, chain_state`.execute(db);
      await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
      await cover(true);
      const sum = (all: readonly Block[], key: "moved" | "unlogged") =>
        all.reduce((total, one) => total + one[key], 0n);
      let chain: Block[] = [{ moved: 1n, unlogged: 0n, isNamed: false }];
      await move(1, 1n, { of, kind });
      await read(1, 1n, of);
      for (const { depth, blocks: added, isRead } of given) {
        const remaining = chain.slice(0, Math.max(1, chain.length - depth));
        if (remaining.length < chain.length) await rewindChain(db, "eth", blockAt(remaining.length));
        chain = [...remaining, ...added];
        for (const [index, { moved, isNamed }] of added.entries()) {
          const number = remaining.length + index + 1;
          if (moved > 0n) await move(number, moved, { of, kind });
          if (isNamed) await mention(number, 1);
        }
        await advanceChain(db, "eth", { logs: blockAt(chain.length) });
        if (isRead) await read(chain.length, sum(chain, "moved") + sum(chain, "unlogged"), of);
      }
      await read(chain.length, sum(chain, "moved") + sum(chain, "unlogged"), of);
      const rows = await listResiduals(db, alice, "eth");
      expect(rows.reduce((total, { rawAmount }) => total + rawAmount, 0n)).toBe(sum(chain, "unlogged"));
      for (const { fromBlock, toBlock, rawAmount } of rows) {
        expect(rawAmount).toBe(sum(chain.slice(Number(fromBlock), Number(toBlock)), "unlogged"));
      }
      expect(await listUnlogged()).toHaveLength(rows.filter(({ txBlock }) => txBlock !== undefined).length);
    }),
    { numRuns: 40 },
  );
});

test("an owner's ledger is closed, or open with the first pairs, verified ones first, without rebases and explained ones", async () => {
  const ledgers = async () => {
    const { syncStatuses } = await readOwner(db, { owner: alice, chains: ["eth"] });
    const portfolio = await readPortfolio(db, { owner: alice, chains: ["eth"], nftContracts: [] });
    expect(portfolio.syncStatuses.map(({ ledger }) => ledger)).toEqual(syncStatuses.map(({ ledger }) => ledger));
    return syncStatuses.map(({ ledger }) => ledger);
  };
  await read(2, 100n);
  await mention(3, 1);
  await read(3, 101n);
  await copyLegs(db, "eth", [{ ...MOVED, blockNumber: 4n }]);
  await read(4, 110n);
  expect(await ledgers()).toEqual([{ openCount: 0, open: [] }]);
  for (let n = 2; n < 8; n++) {
    await read(4 + n, 1n, address(n));
    await read(14 + n, 2n, address(n));
  }
  await read(30, 111n);
  await read(31, 112n);
  const [ledger] = await ledgers();
  expect(ledger).toEqual({
    openCount: 7,
    open: [
      { token, fromBlock: 4n, toBlock: 31n },
      ...[7, 6, 5, 4].map((n) => ({ token: address(n), fromBlock: BigInt(4 + n), toBlock: BigInt(14 + n) })),
    ],
  });
});
