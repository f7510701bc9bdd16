import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { Address, Hex } from "../encoding/bytea.ts";
import { advanceChain } from "../chains/chains.ts";
import { closeDatabase, inTransaction, openDatabase } from "../database/database.ts";
import type { HistoryTransaction } from "./historyRead.ts";
import { AFTER_TRANSACTIONS, LegKind } from "./position.ts";
import { readHistory } from "./readHistory.ts";
import type { HistoryQuery } from "./readHistory.ts";
import { rewindChain } from "../reorg/rewind.ts";
import {
  CHAINS,
  START,
  address,
  alice,
  append,
  bob,
  coin,
  dai,
  emptyHistory,
  hash,
  punks,
  usdc,
} from "../testing/history.ts";
import type { Block } from "../testing/history.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import type { Leg } from "./leg.ts";

const { db, url, drop } = await createTestDatabase();
afterAll(drop);

/** A block, described by its transactions. */
type Content = { gap: number; transactions: { skip: number; legs: Kind[] }[]; isPaid: boolean };
type Kind = Pick<Leg, "isInbound" | "kind" | "owner" | "token">;
type Chains = Map<string, Block[]>;

const KINDS: Record<number, readonly Address[]> = {
  [LegKind.token]: [usdc, dai],
  [LegKind.nft]: [punks],
  [LegKind.native]: [coin],
  [LegKind.fee]: [coin],
  [LegKind.approval]: [usdc, dai],
  [LegKind.permit2Approval]: [usdc, dai],
  [LegKind.nftApproval]: [punks],
  [LegKind.operatorApproval]: [punks],
  [LegKind.moved]: [usdc],
};
const kinds: fc.Arbitrary<Kind> = fc
  .record({
    owner: fc.constantFrom(alice, alice, bob),
    isInbound: fc.boolean(),
    one: fc.constantFrom(
      ...Object.entries(KINDS).flatMap(([kind, tokens]) =>
        tokens.map((token) => ({ kind: Number(kind) as LegKind, token })),
      ),
    ),
  })
  .map(({ one, ...rest }) => ({ ...one, ...rest }));
const contents: fc.Arbitrary<Content> = fc.record({
  gap: fc.constantFrom(0, 0, 1, 1, 2),
  transactions: fc.array(fc.record({ skip: fc.nat(2), legs: fc.array(kinds, { maxLength: 3 }) }), { maxLength: 3 }),
  isPaid: fc.boolean(),
});

let written = 0;

function toBlock({ gap, transactions, isPaid }: Content, before: Block | undefined): Block {
  const [blockNumber, timeAt] = [(before?.blockNumber ?? 0n) + 1n, (before?.timeAt ?? START) + gap];
  const block: Block = { blockNumber, timeAt, hash: hash(++written), legs: [], transactions: [] };
  let txIndex = -1;
  for (const { skip, legs } of transactions) {
    txIndex += 1 + skip;
    const txHash = hash(++written);
    const fields = { nonce: 1n, rawValue: 5n, input: "0x12" as const, isSuccess: true, gasUsed: 21_000n, rawFee: 7n };
    block.transactions.push({ ...fields, blockNumber, timeAt, txIndex, hash: txHash, sender: alice, recipient: bob });
    for (const [index, leg] of legs.entries()) {
      const location = { blockNumber, timeAt, txIndex, txHash, index, subIndex: index };
      block.legs.push({
        ...leg,
        ...location,
        tokenId: leg.token === punks ? BigInt(written) : undefined,
        counterparty: bob,
        rawAmount: BigInt(index),
      });
    }
  }
  const paid = { kind: LegKind.withdrawal, txIndex: AFTER_TRANSACTIONS, index: 0, subIndex: 0, txHash: "0x" as const };
  const leg = { owner: alice, isInbound: true, token: coin, tokenId: undefined, counterparty: bob, rawAmount: 1n };
  if (isPaid) block.legs.push({ ...paid, ...leg, blockNumber, timeAt });
  return block;
}

async function extend(chains: Chains, chain: string, added: readonly Content[], depth = 0): Promise<void> {
  const remaining = (chains.get(chain) ?? []).slice(0, depth === 0 ? undefined : -depth);
  const isRewound = remaining.length < (chains.get(chain)?.length ?? 0);
  const blocks: Block[] = [];
  for (const content of added) blocks.push(toBlock(content, blocks.at(-1) ?? remaining.at(-1)));
  await inTransaction(db, async (tx) => {
    const fork = remaining.at(-1) ?? { blockNumber: 0n, hash: hash(0), timeAt: START };
    if (isRewound) {
      await rewindChain(tx, chain, fork);
      await advanceChain(tx, chain, { logs: fork, balances: fork });
    }
    await append(tx, chain, blocks);
  });
  chains.set(chain, [...remaining, ...blocks]);
}

const nameOf = ({ chain, hash: it }: { chain: string; hash: Hex }) => `${chain} ${it}`;

/** The owner's transactions, computed from the data in memory. */
function listAll(chains: Chains, { owner, chains: requested, before = Infinity, tokens }: HistoryQuery) {
  const all = [...chains].flatMap(([chain, blocks]) =>
    blocks.flatMap(({ transactions, legs }) =>
      transactions.map((it) => ({
        ...it,
        chain,
        legs: legs
          .filter((leg) => leg.owner === owner && leg.txHash === it.hash && leg.kind !== LegKind.moved)
          .toSorted((a, b) => a.kind - b.kind || a.index - b.index),
      })),
    ),
  );
  const isWanted = ({ chain, legs }: (typeof all)[number]) =>
    tokens === undefined
      ? legs.length > 0
      : legs.some(({ kind, token }) => kind !== LegKind.fee && tokens.get(chain)?.includes(token));
  return all
    .filter((it) => requested.includes(it.chain) && it.timeAt < before && isWanted(it))
    .toSorted(
      (a, b) =>
        b.timeAt - a.timeAt ||
        a.chain.localeCompare(b.chain) ||
        Number(b.blockNumber - a.blockNumber) ||
        b.txIndex - a.txIndex,
    );
}

const shorten = ({
  chain,
  hash: it,
  legs,
  ...fields
}: Pick<HistoryTransaction, "chain" | "hash" | "timeAt"> & {
  legs: readonly Pick<Leg, "kind" | "index" | "isInbound" | "rawAmount" | "token">[];
}) => [
  nameOf({ chain, hash: it }),
  fields.timeAt,
  legs.map(({ kind, index, isInbound, token, rawAmount }) => `${kind} ${index} ${isInbound} ${token} ${rawAmount}`),
];

const scenes = fc.tuple(...CHAINS.map(() => fc.array(contents, { maxLength: 8 })));
const fill = async (scene: readonly Content[][]): Promise<Chains> => {
  const chains: Chains = new Map();
  for (const [index, blocks] of scene.entries()) await extend(chains, CHAINS[index]!, blocks);
  return chains;
};

const queries: fc.Arbitrary<HistoryQuery> = fc.record({
  owner: fc.constantFrom(alice, bob),
  chains: fc.subarray([...CHAINS, "unknown"]),
  count: fc.integer({ min: 1, max: 6 }),
  before: fc.option(fc.integer({ min: START - 1, max: START + 16 }), { nil: undefined }),
  tokens: fc.option(
    fc
      .uniqueArray(fc.tuple(fc.constantFrom(...CHAINS), fc.subarray([coin, usdc, punks, address(9)])), {
        selector: ([chain]) => chain,
      })
      .map((entries) => new Map(entries)),
    { nil: undefined },
  ),
});

test("a page has the newest transactions, in whole seconds across chains, equal to those computed in memory from all legs", async () => {
  await fc.assert(
    fc.asyncProperty(scenes, fc.array(queries, { minLength: 6, maxLength: 6 }), async (scene, requested) => {
      await emptyHistory(db);
      const chains = await fill(scene);
      const reads = await Promise.all(requested.map((query) => readHistory(db, query))); // some share a statement
      for (const [nth, query] of requested.entries()) {
        const all = listAll(chains, query);
        const last = all[query.count - 1]?.timeAt ?? -Infinity;
        const page = all.filter(({ timeAt }) => timeAt >= last);
        const read = reads[nth]!;
        expect(read.transactions.map(shorten)).toEqual(page.map(shorten));
        expect(read.syncStatuses.map(({ chain }) => chain)).toEqual(CHAINS.toSorted());
        expect(read.hasMore).toBe(page.length < all.length);
      }
    }),
    { numRuns: 40 },
  );
});

type News = { chain: number; depth: number; blocks: Content[] };
const news: fc.Arbitrary<News[]> = fc.array(
  fc.record({ chain: fc.nat(2), depth: fc.nat(3), blocks: fc.array(contents, { minLength: 1, maxLength: 3 }) }),
  { maxLength: 8 },
);

test("paging returns every transaction that no reorg replaces exactly once, while blocks are added and replaced", async () => {
  await fc.assert(
    fc.asyncProperty(scenes, news, queries, async (scene, list, requested) => {
      await emptyHistory(db);
      const chains = await fill(scene);
      const query = { ...requested, before: undefined };
      const remaining = new Set(listAll(chains, query).map(nameOf));
      const everywhere = { ...query, chains: CHAINS };
      const seen: string[] = [];
      for (let before: number | undefined, page = 0; page === 0 || before !== undefined; page++) {
        const { transactions, hasMore } = await readHistory(db, { ...query, before });
        seen.push(...transactions.map(nameOf));
        before = hasMore ? transactions.at(-1)?.timeAt : undefined;
        const { chain, depth, blocks } = list[page] ?? { chain: 0, depth: 0, blocks: [] };
        await extend(chains, CHAINS[chain]!, blocks, depth);
        const left = new Set(listAll(chains, everywhere).map(nameOf));
        for (const name of remaining) if (!left.has(name)) remaining.delete(name);
      }
      expect(seen.filter((name) => remaining.has(name)).toSorted()).toEqual([...remaining].toSorted());
      const left = new Set(listAll(chains, everywhere).map(nameOf));
      const twice = seen.filter((name, index) => left.has(name) && seen.indexOf(name) !== index);
      expect(twice).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

test("its statement is planned once per connection, for any owner", async () => {
  const one = openDatabase(url, { max: 1 });
  for (const owner of [alice, bob, alice]) await readHistory(one, { owner, chains: CHAINS, count: 20 });
  const { rows } = await sql<{ planned: string }>`
    select generic_plans || ' generic, ' || custom_plans || ' custom' as planned from pg_prepared_statements
    where name = 'portico-read-history'`.execute(one);
  expect(rows).toEqual([{ planned: "3 generic, 0 custom" }]);
  await closeDatabase(one);
});

test("pages that share a statement are each answered, whatever the others ask for, and are planned once", async () => {
  await emptyHistory(db);
  const chains = await fill(fc.sample(scenes, { seed: 7, numRuns: 1 })[0]!);
  const one = openDatabase(url, { max: 1 });
  const requested = fc.sample(queries, { seed: 3, numRuns: 24 }).map((query) => ({ ...query, tokens: undefined }));
  for (let round = 0; round < 2; round++) {
    const reads = await Promise.all(requested.map((query) => readHistory(one, query)));
    for (const [nth, query] of requested.entries()) {
      expect(reads[nth]).toEqual(await inTransaction(db, (tx) => readHistory(tx, query)));
    }
    const listed = requested.map((query) => listAll(chains, query).slice(0, query.count).map(nameOf));
    expect(reads.map(({ transactions }, nth) => transactions.slice(0, requested[nth]!.count).map(nameOf))).toEqual(
      listed,
    );
  }
  const { rows } = await sql<{ planned: string }>`
    select generic_plans || ' generic, ' || custom_plans || ' custom' as planned from pg_prepared_statements
    where name = 'portico-read-histories'`.execute(one);
  expect(rows).toEqual([{ planned: "6 generic, 0 custom" }]);
  await closeDatabase(one);
});

test("pages that share a statement are read one by one if it takes too long", async () => {
  await emptyHistory(db);
  await fill(fc.sample(scenes, { seed: 7, numRuns: 1 })[0]!);
  const query = { owner: alice, chains: CHAINS, count: 20 };
  const expected = await readHistory(db, query);
  const locked = Promise.withResolvers<void>();
  const writing = inTransaction(db, async (tx) => {
    await sql`lock table leg in access exclusive mode`.execute(tx);
    locked.resolve();
    const countWaiting = async () => {
      const { rows } = await sql`select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query not like '%asked%'`.execute(db);
      return rows.length;
    };
    await expect.poll(countWaiting).toBe(3);
  });
  await locked.promise;
  const reads = await Promise.all([query, query, query].map((same) => readHistory(db, same)));
  await writing;
  expect(reads).toEqual([expected, expected, expected]);
});
