import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { copyBlocks } from "../chains/blocks.ts";
import { closeDatabase, openDatabase } from "../database/database.ts";
import { toBytea } from "../encoding/bytea.ts";
import type { Address, Hex } from "../encoding/bytea.ts";
import { advanceChain, ensureChainState } from "../chains/chains.ts";
import { copyLegs } from "../history/legs.ts";
import { encodePosition, LegKind } from "../history/position.ts";
import { writePricePoints } from "../prices/pricePoints.ts";
import { readCurve } from "./readCurve.ts";
import type { CurveRead } from "./readCurve.ts";
import { readOwner } from "../balances/readOwner.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { writeBalances } from "../balances/writeBalances.ts";
import type { Leg } from "../history/leg.ts";

const { db, url, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const hash = (n: number): Hex => `0x${n.toString(16).padStart(64, "0")}`;
const [owner, other] = [address(0xa), address(0xb)];
const [STEP, COUNT] = [300, 4];
const query = { owner, chains: ["eth", "base"], step: STEP, count: COUNT };
/** Seconds between a chain's blocks; both chains end at LAST. */
const BLOCK_TIME = 60;
const LAST = 30;
const START = 1_700_000_000;
const timeOf = (blockNumber: number) => START + blockNumber * BLOCK_TIME;
const OLDEST = timeOf(LAST) - STEP * (COUNT - 1);

beforeEach(async () => {
  await sql`truncate chain_state, block, leg, balance, price_point, sight, position_point, residual,
    token_drift`.execute(db);
  for (const [chain, chainId] of [
    ["eth", 1],
    ["base", 8453],
  ] as const) {
    await ensureChainState(db, { chain, chainId, startBlock: 0n });
    const blocks = Array.from({ length: LAST + 1 }, (_, n) => refOf(n));
    await copyBlocks(db, chain, blocks);
    await advanceChain(db, chain, { logs: refOf(LAST), balances: refOf(LAST) });
  }
});

const refOf = (n: number) => ({ blockNumber: BigInt(n), hash: hash(n), timeAt: timeOf(n) });

const legAt = (blockNumber: number, index: number, fields: Partial<Leg>): Leg => ({
  owner,
  blockNumber: BigInt(blockNumber),
  txIndex: 0,
  kind: LegKind.token,
  index,
  subIndex: 0,
  isInbound: true,
  token: address(1),
  counterparty: other,
  rawAmount: 1n,
  txHash: hash(1),
  timeAt: timeOf(blockNumber),
  ...fields,
});

/**
 * Expected values at each timestamp by definition, oldest first: the raw amount moved after it, and the price at it.
 */
interface CurveTime {
  after: bigint;
  usd: number | undefined;
}
const TIMESTAMPS = Array.from({ length: COUNT }, (_, n) => timeOf(LAST) - STEP * (COUNT - 1 - n));

/** The same values as a reader derives them from the result. */
function listTimestamps(read: CurveRead, chain: string, token: Address): CurveTime[] {
  const reported = read.tokens.find((one) => one.chain === chain && one.token === token);
  return TIMESTAMPS.map((_, n) => {
    const step = COUNT - 1 - n;
    const later = reported?.moves.filter((move) => move.step < step) ?? [];
    const [newest] = reported?.prices.filter((price) => price.step >= step).toSorted((a, b) => a.step - b.step) ?? [];
    return { after: later.reduce((sum, { rawAmount }) => sum + rawAmount, 0n), usd: newest?.usd };
  });
}

const CHANGING = new Set<LegKind>([
  LegKind.token,
  LegKind.native,
  LegKind.fee,
  LegKind.withdrawal,
  LegKind.reward,
  LegKind.unlogged,
]);
const effects = fc.array(
  fc.record({
    chain: fc.constantFrom("eth", "base"),
    owner: fc.constantFrom(owner, owner, other),
    block: fc.integer({ min: 1, max: LAST + 2 }),
    token: fc.integer({ min: 1, max: 3 }),
    kind: fc.constantFrom(...Object.values(LegKind)),
    isInbound: fc.boolean(),
    rawAmount: fc.bigInt({ min: 0n, max: 2n ** 255n }),
  }),
  { maxLength: 25 },
);
const points = fc.uniqueArray(
  fc.record({
    chain: fc.constantFrom("eth", "base"),
    token: fc.integer({ min: 1, max: 2 }).map(address),
    timeAt: fc.integer({ min: timeOf(0), max: timeOf(LAST) }),
    usd: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e30, noNaN: true })),
  }),
  { selector: ({ chain, token, timeAt }) => `${chain} ${token} ${timeAt}`, maxLength: 25 },
);

test("for any movements and prices, each timestamp has the amounts moved after it and the newest price then", async () => {
  await fc.assert(
    fc.asyncProperty(effects, points, async (legs, prices) => {
      await sql`truncate leg, price_point`.execute(db);
      for (const chain of query.chains) {
        const own = legs.flatMap((effect, n) =>
          effect.chain === chain ? [legAt(effect.block, n, { ...effect, token: address(effect.token) })] : [],
        );
        await copyLegs(db, chain, own);
        await writePricePoints(
          db,
          chain,
          prices.filter((point) => point.chain === chain),
        );
      }
      const read = await readCurve(db, query);
      for (const chain of query.chains) {
        for (const token of [1, 2, 3].map(address)) {
          const known = prices.filter((point) => point.chain === chain && point.token === token);
          const moved = legs.filter(
            (leg) =>
              leg.chain === chain &&
              leg.owner === owner &&
              address(leg.token) === token &&
              CHANGING.has(leg.kind) &&
              timeOf(leg.block) > OLDEST &&
              leg.block <= LAST,
          );
          const hasMoved = moved.length > 0;
          const expected = TIMESTAMPS.map((timeAt): CurveTime => {
            const later = moved.filter((leg) => timeOf(leg.block) > timeAt);
            const [newest] = known.filter((point) => point.timeAt <= timeAt).toSorted((a, b) => b.timeAt - a.timeAt);
            return {
              after: later.reduce((sum, leg) => sum + (leg.isInbound ? leg.rawAmount : -leg.rawAmount), 0n),
              usd: newest?.usd,
            };
          });
          expect(listTimestamps(read, chain, token)).toEqual(
            hasMoved ? expected : TIMESTAMPS.map(() => ({ after: 0n, usd: undefined })),
          );
        }
      }
    }),
    { numRuns: 60 },
  );
});

test("held tokens have prices without movements, and sync statuses equal those of a plain read", async () => {
  await writeBalances(db, "eth", BigInt(LAST), [
    { owner, token: address(1), rawAmount: 2n ** 255n },
    { owner, token: address(2), rawAmount: 0n },
    { owner: other, token: address(3), rawAmount: 7n },
  ]);
  const day = [1, 2, 3].map((n) => ({ token: address(n), timeAt: START, usd: n }));
  await writePricePoints(db, "eth", day);
  const read = await readCurve(db, query);
  const plain = await readOwner(db, { owner, chains: query.chains });
  expect(read).toEqual({
    syncStatuses: plain.syncStatuses,
    balances: [{ chain: "eth", token: address(1), rawAmount: 2n ** 255n }],
    timeAt: timeOf(LAST),
    tokens: [{ chain: "eth", token: address(1), moves: [], prices: [{ step: COUNT - 1, usd: 1 }] }],
    positionPoints: [],
    positionsSince: undefined,
    knownSince: new Map(),
  });
});

test("the newest timestamp is that of the newest requested chain that has scanned the owner", async () => {
  const at = async (chains: string[]) => (await readCurve(db, { ...query, chains })).timeAt;
  await advanceChain(db, "base", { balances: refOf(LAST - 7) });
  expect([await at(["eth", "base"]), await at(["base"]), await at([])]).toEqual([
    timeOf(LAST),
    timeOf(LAST - 7),
    undefined,
  ]);
  await sql`update chain_state set start_block = 5 where chain = 'eth'`.execute(db);
  expect(await at(["eth", "base"])).toBe(timeOf(LAST - 7));
  await advanceChain(db, "base", { balances: null });
  expect(await at(["eth", "base"])).toBeUndefined();
});

test("a week of an owner who trades all day is one row per step, and older legs are not read", async () => {
  await sql`
    insert into leg (owner, chain, block_number, position, is_inbound, kind, token, counterparty, raw_amount, tx_hash, time_at)
    select decode(${owner.slice(2)}, 'hex'), 'eth', n / 1000, n, true, 0, decode(${address(1).slice(2)}, 'hex'),
      decode(${other.slice(2)}, 'hex'), 1, '', ${START} + n / 1000 * ${BLOCK_TIME}
    from generate_series(0, 30999) n`.execute(db);
  await sql`vacuum analyze leg`.execute(db);
  await writePricePoints(db, "eth", [{ token: address(1), timeAt: START, usd: 2 }]);
  const scanned = async () => {
    const { rows } = await sql<{ count: bigint }>`
      select coalesce(idx_tup_read, 0) as count from pg_stat_user_indexes where indexrelname = 'leg_pkey'`.execute(db);
    return Number(rows[0]?.count);
  };
  const flush = () => sql`select pg_stat_force_next_flush()`.execute(db);
  await flush();
  const before = await scanned();
  const { tokens } = await readCurve(db, query);
  expect(tokens[0]?.moves.toSorted((a, b) => a.step - b.step)).toEqual(
    [0, 1, 2].map((step) => ({ step, rawAmount: 5000n })),
  );
  await flush();
  expect((await scanned()) - before).toBe(15_000);
});

test("what is pinned to a transaction counts at its time, but for a drifting token at the time of the read", async () => {
  const position = encodePosition({ txIndex: 0, kind: LegKind.unlogged, index: 1, subIndex: 0 });
  await copyLegs(db, "eth", [legAt(16, 1, { kind: LegKind.unlogged, rawAmount: 4n })]);
  await writeBalances(db, "eth", BigInt(LAST), [{ owner, token: address(1), rawAmount: 10n }]);
  await writePricePoints(db, "eth", [{ token: address(1), timeAt: OLDEST, usd: 1 }]);
  const pair = { owner: toBytea(owner), chain: "eth", token: toBytea(address(1)) };
  const range = { from_block: 10n, to_block: 28n, time_at: timeOf(28), raw_amount: 4n, is_rebase: false };
  await db
    .insertInto("residual")
    .values({ ...pair, ...range, tx_block: 16n, position })
    .execute();
  const listMoves = async () => (await readCurve(db, query)).tokens.map(({ moves }) => moves);
  expect(await listMoves()).toEqual([[{ step: Math.floor((timeOf(LAST) - timeOf(16)) / STEP), rawAmount: 4n }]]);
  await sql`insert into token_drift values (28, 0, true, 'eth', ${pair.token})`.execute(db);
  expect(await listMoves()).toEqual([[{ step: 0, rawAmount: 4n }]]);
});

test("a curve of the past is what it was when its block was the newest", async () => {
  const [held, sold] = [address(1), address(2)];
  const PAST = 20;
  await advanceChain(db, "eth", { logs: refOf(PAST), balances: refOf(PAST) });
  await copyLegs(db, "eth", [
    legAt(12, 1, { token: held, rawAmount: 5n }),
    legAt(18, 1, { token: held, isInbound: false, rawAmount: 2n }),
  ]);
  await writeBalances(db, "eth", BigInt(PAST), [
    { owner, token: held, rawAmount: 3n },
    { owner, token: sold, rawAmount: 8n }, // from before the curve
  ]);
  const prices = [held, sold].flatMap((token) => [
    { token, timeAt: timeOf(0), usd: 2 },
    { token, timeAt: timeOf(17), usd: 3 },
  ]);
  await writePricePoints(db, "eth", prices);
  const then = await readCurve(db, { ...query, chains: ["eth"] });
  await copyLegs(db, "eth", [
    legAt(25, 1, { token: held, rawAmount: 100n }),
    legAt(26, 1, { token: sold, isInbound: false, rawAmount: 8n }),
  ]);
  await sql`delete from balance where token = ${toBytea(sold)}`.execute(db);
  await writePricePoints(db, "eth", [{ token: held, timeAt: timeOf(24), usd: 9 }]);
  await advanceChain(db, "eth", { logs: refOf(LAST), balances: refOf(LAST) });
  const past = { blocks: new Map([["eth", refOf(PAST)]]), balances: then.balances };
  const now = await readCurve(db, { ...query, chains: ["eth"], past });
  expect(now.timeAt).toBe(timeOf(PAST));
  const byToken = (read: CurveRead) => new Map(read.tokens.map((token) => [token.token, token]));
  expect(byToken(now)).toEqual(byToken(then));
  expect([...byToken(then).keys()].toSorted()).toEqual([held, sold]);
  expect(new Set(now.balances)).toEqual(new Set(then.balances));
  const blockOf = (read: CurveRead) => read.syncStatuses.find(({ chain }) => chain === "eth")?.balances;
  expect(blockOf(now)).toEqual(blockOf(then));
});

test("tokens held only in positions have prices too, if points within the curve name them", async () => {
  const write = (chain: string, timeAt: number, tokens: string[]) =>
    sql`
    insert into position_point (owner, chain, protocol_id, time_at, amounts)
    values (decode(${owner.slice(2)}, 'hex'), ${chain}, 'aave3', ${timeAt},
      ${JSON.stringify(Object.fromEntries(tokens.map((token) => [token, "-7"])))}::jsonb)`.execute(db);
  await write("eth", timeOf(0) - 2, [address(4)]);
  await write("eth", timeOf(0) - 1, [address(1)]);
  await write("eth", timeOf(LAST), [address(2), "no token"]);
  for (const chain of query.chains) {
    const same = [1, 2, 3, 4].map((n) => ({ token: address(n), timeAt: START, usd: n }));
    await writePricePoints(db, chain, same);
  }
  const { tokens, balances } = await readCurve(db, query);
  expect(balances).toEqual([]);
  expect(tokens.toSorted((a, b) => (a.token < b.token ? -1 : 1))).toEqual(
    [1, 2].map((n) => ({ chain: "eth", token: address(n), moves: [], prices: [{ step: COUNT - 1, usd: n }] })),
  );
});

const pointEffects = fc.uniqueArray(
  fc.record({
    chain: fc.constantFrom("eth", "base", "arb"),
    owner: fc.constantFrom(owner, owner, other),
    protocolId: fc.constantFrom("aave3", "lido", "sushi"),
    timeAt: fc.oneof(fc.constantFrom(...TIMESTAMPS), fc.integer({ min: timeOf(0) - 900, max: timeOf(LAST) + 300 })),
    rawAmount: fc.bigInt({ min: -(2n ** 255n), max: 2n ** 255n }),
  }),
  { selector: (one) => `${one.chain} ${one.owner} ${one.protocolId} ${one.timeAt}`, maxLength: 40 },
);

test("for positions, each timestamp has the newest point's amounts, and positionsSince is set", async () => {
  await fc.assert(
    fc.asyncProperty(pointEffects, async (all) => {
      await sql`truncate position_point`.execute(db);
      for (const point of all) {
        await sql`
          insert into position_point (owner, chain, protocol_id, time_at, amounts)
          values (decode(${point.owner.slice(2)}, 'hex'), ${point.chain}, ${point.protocolId}, ${point.timeAt},
            ${JSON.stringify({ [address(1)]: String(point.rawAmount) })}::jsonb)`.execute(db);
      }
      const { positionPoints, positionsSince } = await readCurve(db, query);
      const own = all.filter((point) => point.owner === owner && point.chain !== "arb");
      const firsts = query.chains
        .map((chain) => own.filter((point) => point.chain === chain).map(({ timeAt }) => timeAt))
        .filter((times) => times.length > 0)
        .map((times) => Math.min(...times));
      expect(positionsSince).toBe(firsts.length === 0 ? undefined : Math.max(...firsts));
      for (const [chain, protocolId] of query.chains.flatMap((one) =>
        ["aave3", "lido", "sushi"].map((id) => [one, id]),
      )) {
        const isIts = (point: { chain: string; protocolId: string }) =>
          point.chain === chain && point.protocolId === protocolId;
        const reported = positionPoints.filter(isIts);
        const newestAt = <T extends { timeAt: number }>(known: T[], timeAt: number) =>
          known.filter((point) => point.timeAt <= timeAt).toSorted((a, b) => b.timeAt - a.timeAt)[0];
        for (const timeAt of TIMESTAMPS) {
          expect(newestAt(reported, timeAt)?.amounts[address(1)]).toBe(
            newestAt(own.filter(isIts), timeAt)?.rawAmount.toString(),
          );
        }
        expect(reported.length).toBeLessThanOrEqual(COUNT);
      }
    }),
    { numRuns: 40 },
  );
});

test.each([{ chains: ["eth"] }, { chains: ["eth", "base"] }])(
  "the statement's plan for $chains is kept",
  async (own) => {
    const single = openDatabase(url, { max: 1 });
    for (let reads = 0; reads < 12; reads++) await readCurve(single, { ...query, ...own });
    const { rows } = await sql<{ planned: string }>`
    select generic_plans || ' generic, ' || custom_plans || ' custom' as planned from pg_prepared_statements
    where name = 'portico-read-curve'`.execute(single);
    expect(rows).toEqual([{ planned: "7 generic, 5 custom" }]);
    await closeDatabase(single);
  },
);
