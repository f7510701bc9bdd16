import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { findBalance } from "../balances/balances.ts";
import { copyBlocks, findBlockAt, listBlocksBefore } from "../chains/blocks.ts";
import { toBytea } from "../encoding/bytea.ts";
import type { Address, Hex } from "../encoding/bytea.ts";
import { advanceChain, ensureChainState, findChainState } from "../chains/chains.ts";
import type { BlockRef } from "../chains/chains.ts";
import { listContracts, upsertContracts } from "../contracts/contracts.ts";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { copyLegs } from "../history/legs.ts";
import { LegKind } from "../history/position.ts";
import { rewindChain } from "./rewind.ts";
import { writeInitialScans } from "../balances/initialScans.ts";
import { countStale, markHoldersStale, takeStale, markBalancesStale } from "../balances/staleBalances.ts";
import type { Pair } from "../balances/staleBalances.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { listStaleTokens } from "../tokens/tokenQueues.ts";
import { upsertTokens } from "../tokens/tokenWrites.ts";
import { copyTransactions } from "../history/transactions.ts";
import { writeBalances } from "../balances/writeBalances.ts";
import { unknownToken } from "../tokens/token.ts";
import type { Leg } from "../history/leg.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);
beforeEach(async () => {
  await sql`truncate chain_state, block, transaction, contract, leg, balance, stale_balance, sight, token`.execute(db);
});

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const hash = (n: number): Hex => `0x${n.toString(16).padStart(64, "0")}`;
const [alice, bob, usdc] = [address(0xa), address(0xb), address(0xc0)];
const block = (n: number, branch = 0): BlockRef => ({
  blockNumber: BigInt(n),
  hash: hash(n + branch * 1_000),
  timeAt: 1_700_000_000 + n,
});
const leg = (owner: Address, blockNumber: bigint, fields: Partial<Leg> = {}): Leg => ({
  owner,
  blockNumber,
  txIndex: 0,
  kind: LegKind.token,
  index: 0,
  subIndex: 0,
  isInbound: true,
  token: usdc,
  counterparty: address(0xef),
  rawAmount: 1n,
  txHash: hash(1),
  timeAt: 1_700_000_000,
  ...fields,
});

test("legs after the fork are deleted, balances read after it wait to be read again, and other chains are unchanged", async () => {
  for (const [chain, chainId] of [
    ["eth", 1],
    ["base", 8453],
  ] as const) {
    await ensureChainState(db, { chain, chainId, startBlock: 0n });
    await copyLegs(db, chain, [leg(alice, 7n), leg(bob, 7n), leg(alice, 8n), leg(bob, 9n)]);
    await writeBalances(db, chain, 7n, [{ owner: alice, token: usdc, rawAmount: 1n }]);
    await writeBalances(db, chain, 9n, [{ owner: bob, token: usdc, rawAmount: 2n }]);
    await advanceChain(db, chain, { logs: block(9), balances: block(9) });
  }
  await rewindChain(db, "eth", block(7));
  await rewindChain(db, "eth", block(7));
  expect(await findChainState(db, "eth")).toMatchObject({ logs: block(7), balances: block(9) });
  expect(await takeStale(db, "eth", 10)).toEqual([{ owner: bob, token: usdc }]);
  expect(await takeStale(db, "base", 10)).toEqual([]);
  const legs = await db
    .selectFrom("leg")
    .select(["chain", "block_number"])
    .orderBy("chain")
    .orderBy("block_number")
    .execute();
  expect(legs.map((row) => `${row.chain} ${row.block_number}`)).toEqual([
    "base 7",
    "base 7",
    "base 8",
    "base 9",
    "eth 7",
    "eth 7",
  ]);
});

/** The stored and queued pairs, `owner token`, by their last digit. */
async function listPairs(): Promise<string[]> {
  const { rows } = await sql<{ owner: string; token: string }>`
    select owner, token from balance union select owner, token from stale_balance`.execute(db);
  return rows.map(({ owner, token }) => `${owner.slice(-1)} ${token.slice(-1)}`).toSorted();
}

test("a pair that only blocks after the fork name is deleted, whether read or not", async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  const [holder, allower, newcomer, token] = [address(0xa), address(0xb), address(0xc), address(1)];
  const allowed = { kind: LegKind.approval, isInbound: false, token };
  await copyLegs(db, "eth", [
    leg(holder, 6n, { token }),
    leg(allower, 7n, allowed),
    leg(newcomer, 7n, { token: address(2) }),
    leg(token, 7n, { token, kind: LegKind.moved }),
    ...[holder, allower, newcomer, token].map((owner) => leg(owner, 8n, { token })),
  ]);
  const everybody = [holder, allower, newcomer, token].map((owner) => ({ owner, token }));
  await writeBalances(
    db,
    "eth",
    9n,
    everybody.slice(0, 3).map((pair) => ({ ...pair, rawAmount: 7n })),
  );
  await markBalancesStale(db, "eth", everybody);
  await rewindChain(db, "eth", block(8));
  expect(await listPairs()).toEqual(["1 1", "a 1", "b 1", "c 1"]);
  await rewindChain(db, "eth", block(7));
  expect(await listPairs()).toEqual(["a 1", "b 1"]);
});

test("where blocks were dropped, such a pair is read again, unless its token is newer than the fork", async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  await db.updateTable("chain_state").set({ indexed_from: 0n, start_block: 5n }).where("chain", "=", "eth").execute();
  const [former, created] = [address(1), address(2)];
  await upsertContracts(db, "eth", [
    { address: created, creator: alice, blockNumber: 8n, txHash: `0x${"8".repeat(64)}`, timeAt: 8 },
  ]);
  await copyLegs(db, "eth", [leg(alice, 8n, { token: former }), leg(alice, 8n, { token: created, index: 1 })]);
  await writeBalances(
    db,
    "eth",
    8n,
    [former, created].map((token) => ({ owner: alice, token, rawAmount: 7n })),
  );
  await rewindChain(db, "eth", block(7));
  expect(await takeStale(db, "eth", 10)).toEqual([{ owner: alice, token: former }]);
});

test("if the only pair of a token after the fork is deleted, an earlier pair is read again, and the supply with it", async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  await copyLegs(db, "eth", [leg(alice, 6n), leg(bob, 8n)]);
  await writeBalances(db, "eth", 6n, [{ owner: alice, token: usdc, rawAmount: 1n }]);
  await writeBalances(db, "eth", 8n, [{ owner: bob, token: usdc, rawAmount: 2n }]);
  await rewindChain(db, "eth", block(7));
  expect(await takeStale(db, "eth", 10)).toEqual([{ owner: alice, token: usdc }]);
});

test("balances of initial scans, of the zero address and of the native coin remain", async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  const [scanned, other, nobody, listed, unlisted, coin] = [0xa, 0xb, 0, 1, 2, 3].map(address) as Six;
  await upsertTokens(db, [
    unknownToken("eth", unlisted),
    { ...unknownToken("eth", listed), isVerified: true },
    { ...unknownToken("eth", coin), standard: "native" },
  ]);
  await writeInitialScans(db, "eth", { blockNumber: 6n, listId: 1, owners: [scanned], balances: [] });
  const pairs = [scanned, other].flatMap((owner) => [listed, unlisted, coin].map((token) => ({ owner, token })));
  const legs = pairs.map(({ owner, token }, index) => leg(owner, 8n, { token, index, kind: LegKind.approval }));
  await copyLegs(db, "eth", [...legs, leg(other, 8n, { token: unlisted, counterparty: nobody, isInbound: false })]);
  const reads = [...pairs, { owner: nobody, token: unlisted }].map((pair) => ({ ...pair, rawAmount: 7n }));
  await writeBalances(db, "eth", 9n, reads);
  await rewindChain(db, "eth", block(7));
  expect(await listPairs()).toEqual(["0 2", "a 1", "a 3", "b 3"]);
  expect(await countStale(db, "eth")).toBe(4);
});

type Six = [Address, Address, Address, Address, Address, Address];

test("balances changed by a token's rebase after the fork are read again, for holders read before it", async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  await writeBalances(db, "eth", 5n, [{ owner: alice, token: usdc, rawAmount: 1n }]);
  await copyLegs(db, "eth", [leg(usdc, 8n, { kind: LegKind.moved })]);
  await rewindChain(db, "eth", block(8));
  expect(await takeStale(db, "eth", 10)).toEqual([]);
  await rewindChain(db, "eth", block(7));
  expect(await takeStale(db, "eth", 10)).toEqual([{ owner: alice, token: usdc }]);
});

test("the newest of a hundred thousand legs are found by their index", async () => {
  await sql`
    insert into leg (block_number, position, time_at, kind, is_inbound, owner, chain, token, counterparty, tx_hash, raw_amount)
    select i / 100, i % 100, i, 0, true, substr(sha256(i::text::bytea), 1, 20), 'arb', ${toBytea(usdc)}, ${toBytea(bob)},
      sha256(i::text::bytea), 1
    from generate_series(1, 100000) i`.execute(db);
  await sql`vacuum analyze leg`.execute(db);
  const plan = await sql`explain delete from leg where chain = 'arb' and block_number > 995`.execute(db);
  expect(JSON.stringify(plan.rows)).toContain("leg_by_block");
});

/** Contents of a block of some branch: one of each appended row. */
async function append(tx: Store, at: BlockRef, owner: Address): Promise<void> {
  const { blockNumber, timeAt, hash: txHash } = at;
  await copyBlocks(tx, "eth", [at]);
  await copyLegs(tx, "eth", [
    leg(owner, blockNumber, { txHash }),
    leg(owner, blockNumber, { txHash, isInbound: false }),
  ]);
  await upsertContracts(tx, "eth", [
    { address: `0x${txHash.slice(-40)}`, creator: owner, blockNumber, txHash, timeAt },
  ]);
  const transaction = { blockNumber, txIndex: 0, hash: txHash, timeAt, sender: owner, nonce: 0n, rawValue: 1n };
  await copyTransactions(tx, "eth", [{ ...transaction, input: "0x12", recipient: usdc }]);
  await advanceChain(tx, "eth", { logs: at });
}

const readAll = async () => {
  const tables = ["block", "transaction", "contract", "leg"] as const;
  const contents = tables.map(async (table) => {
    const rows = await db.selectFrom(table).selectAll().execute();
    const lines = rows.map((row) => JSON.stringify(row, (_, it) => (typeof it === "bigint" ? String(it) : it)));
    return [table, lines.toSorted()] as const;
  });
  return { ...Object.fromEntries(await Promise.all(contents)), logs: (await findChainState(db, "eth"))?.logs };
};

test("after any reorgs the store equals one that indexed only the final branch", async () => {
  const reorgs = fc.array(fc.record({ depth: fc.nat(6), length: fc.integer({ min: 1, max: 6 }) }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), reorgs, async (first, list) => {
      await sql`truncate chain_state, block, transaction, contract, leg`.execute(db);
      await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
      let chain: BlockRef[] = [];
      for (const [branch, { depth, length }] of [{ depth: 0, length: first + 1 }, ...list].entries()) {
        const remaining = chain.slice(0, Math.max(1, chain.length - depth));
        const added = Array.from({ length }, (_, index) => block(remaining.length + index, branch));
        await inTransaction(db, async (tx) => {
          const fork = remaining.at(-1);
          if (fork !== undefined) await rewindChain(tx, "eth", fork);
          for (const at of added) await append(tx, at, branch % 2 === 0 ? alice : bob);
        });
        chain = [...remaining, ...added];
      }
      const disturbed = await readAll();
      expect((await listBlocksBefore(db, "eth", 1_000n, 100)).toReversed()).toEqual(chain);
      await sql`truncate chain_state, block, transaction, contract, leg`.execute(db);
      await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
      const branchOf = ({ hash: it }: BlockRef) => Math.floor(Number(it) / 1_000);
      for (const at of chain) await append(db, at, branchOf(at) % 2 === 0 ? alice : bob);
      expect(disturbed).toEqual(await readAll());
    }),
    { numRuns: 25 },
  );
});

/** One effect of a block: an owner gets a unit of a token, or all its balances are multiplied; by 0: calls fail. */
type Effect = { token: number; owner: number } | { token: number; factor: number };
type Episode = { depth: number; blocks: Effect[][]; isRead: boolean };

const OWNERS = [alice, bob];
const TOKENS = [usdc, address(0xda)];
const PAIRS = OWNERS.flatMap((owner) => TOKENS.map((token) => ({ owner, token })));
const effect: fc.Arbitrary<Effect> = fc.oneof(
  fc.record({ token: fc.nat(1), owner: fc.nat(1) }),
  fc.record({ token: fc.nat(1), factor: fc.nat(3) }),
);
const episodes: fc.Arbitrary<Episode[]> = fc.array(
  fc.record({
    depth: fc.nat(4),
    blocks: fc.array(fc.array(effect, { maxLength: 3 }), { minLength: 1, maxLength: 3 }),
    isRead: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
);

/** The chain's call result after these blocks; null if the call fails. */
function readAmount(blocks: readonly Effect[][], { owner, token }: Pair): bigint | null {
  const ofToken = blocks.flat().filter((one) => TOKENS[one.token] === token);
  const factor = ofToken.findLast((one) => "factor" in one)?.factor ?? 1;
  const units = ofToken.filter((one) => "owner" in one && OWNERS[one.owner] === owner).length;
  return factor === 0 ? null : BigInt(units * factor);
}

const isNamed = (blocks: readonly Effect[][], { owner, token }: Pair): boolean =>
  blocks.flat().some((one) => "owner" in one && OWNERS[one.owner] === owner && TOKENS[one.token] === token);

async function appendEffects(tx: Store, blockNumber: bigint, effects: readonly Effect[]): Promise<void> {
  for (const [index, one] of effects.entries()) {
    const token = TOKENS[one.token]!;
    if ("owner" in one) {
      const owner = OWNERS[one.owner]!;
      await copyLegs(tx, "eth", [leg(owner, blockNumber, { index, token })]);
      await markBalancesStale(tx, "eth", [{ owner, token }]);
    } else {
      await copyLegs(tx, "eth", [leg(token, blockNumber, { index, token, kind: LegKind.moved })]);
      await markHoldersStale(tx, "eth", token);
    }
  }
}

/** Total units of a token, before multiplication. */
const countUnits = (blocks: readonly Effect[][], token: Address): number =>
  blocks.flat().filter((one) => "owner" in one && TOKENS[one.token] === token).length;

/**
 * Simulates the head: a range names owners of changed balances, and all holders of a token with a rebase; the supply of
 * each token read is read, too.
 */
async function readStale(tx: Store, blocks: readonly Effect[][], supplies: Map<Address, number>): Promise<void> {
  for (const token of await listStaleTokens(tx, "eth", 100)) supplies.set(token, countUnits(blocks, token));
  const stale = await takeStale(tx, "eth", 100);
  const reads = stale.map((pair) => ({ ...pair, rawAmount: readAmount(blocks, pair) }));
  await writeBalances(tx, "eth", BigInt(blocks.length), reads);
}

const episode = (depth: number, effects: Effect[], isRead = true): Episode => ({ depth, blocks: [effects], isRead });
const given: Effect = { token: 0, owner: 0 };
const broken: Effect = { token: 0, factor: 0 };
/** By a later block, and by a reorg. */
const BROKEN_FOR_A_WHILE: [Episode[]][] = [
  [[episode(0, [given]), episode(0, [broken]), episode(0, [{ token: 0, factor: 2 }])]],
  [[episode(0, [given]), episode(0, [broken]), episode(1, [])]],
];
/** It was read, still waiting, or held by another owner before. */
const GIVEN_BY_A_BRANCH_THAT_IS_DROPPED: [Episode[]][] = [
  [[episode(0, [given]), episode(1, [])]],
  [[episode(0, [given], false), episode(1, [])]],
  [[episode(0, [{ token: 0, owner: 1 }]), episode(0, [given]), episode(1, [])]],
];

test("after any ranges, reads and reorgs, the queued reads are enough to make the named owners' balances equal the chain's", async () => {
  await fc.assert(
    fc.asyncProperty(episodes, async (list) => {
      await sql`truncate chain_state, leg, balance, stale_balance`.execute(db);
      await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
      let chain: Effect[][] = [];
      const supplies = new Map<Address, number>();
      for (const { depth, blocks, isRead } of list) {
        const remaining = chain.slice(0, Math.max(0, chain.length - depth));
        await inTransaction(db, async (tx) => {
          if (depth > 0) await rewindChain(tx, "eth", block(remaining.length));
          for (const [index, effects] of blocks.entries()) {
            await appendEffects(tx, BigInt(remaining.length + index + 1), effects);
          }
          chain = [...remaining, ...blocks];
          if (isRead) await readStale(tx, chain, supplies);
        });
      }
      await readStale(db, chain, supplies);
      const named = PAIRS.filter((pair) => isNamed(chain, pair));
      for (const { token } of named) expect(supplies.get(token)).toBe(countUnits(chain, token));
      for (const pair of named) {
        expect((await findBalance(db, { ...pair, chain: "eth" }))?.rawAmount ?? null).toBe(readAmount(chain, pair));
      }
      expect(await listPairs()).toEqual(
        named.map(({ owner, token }) => `${owner.slice(-1)} ${token.slice(-1)}`).toSorted(),
      );
    }),
    { numRuns: 30, examples: [...BROKEN_FOR_A_WHILE, ...GIVEN_BY_A_BRANCH_THAT_IS_DROPPED] },
  );
});

test("blocks are found by number, contracts by address", async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  await append(db, block(4), alice);
  expect(await findBlockAt(db, "eth", 4n)).toEqual(block(4));
  expect(await findBlockAt(db, "eth", 5n)).toBeUndefined();
  expect(await findBlockAt(db, "base", 4n)).toBeUndefined();
  expect(await listContracts(db, "eth", [address(4), address(5)])).toEqual([
    { address: address(4), creator: alice, blockNumber: 4n, txHash: hash(4), timeAt: 1_700_000_004 },
  ]);
});
