import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { copyBlocks } from "../chains/blocks.ts";
import { advanceChain, ensureChainState } from "../chains/chains.ts";
import { insertFeeRecipients, toFeeSpan } from "../chains/feeRecipients.ts";
import { NATIVE, toBytea } from "../encoding/bytea.ts";
import type { Address, Hex } from "../encoding/bytea.ts";
import { copyLegs } from "../history/legs.ts";
import { LegKind } from "../history/position.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { readPastBalances } from "./readPastBalances.ts";
import type { PastBalance } from "./readPastBalances.ts";
import { markDrifting } from "./tokenDrift.ts";
import { writeBalances } from "./writeBalances.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const hash = (n: number): Hex => `0x${n.toString(16).padStart(64, "0")}`;
const [owner, other, token] = [address(0xa), address(0xb), address(1)];
const COIN: Address = `0x${NATIVE.slice(2)}`;
const LAST = 20;
const refOf = (n: number) => ({ blockNumber: BigInt(n), hash: hash(n), timeAt: 1_700_000_000 + n });

beforeEach(async () => {
  await sql`truncate chain_state, block, leg, balance, residual, token_drift, token_twin, fee_recipient`.execute(db);
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  await copyBlocks(
    db,
    "eth",
    Array.from({ length: LAST + 1 }, (_, n) => refOf(n)),
  );
  await advanceChain(db, "eth", { logs: refOf(LAST), balances: refOf(LAST) });
});

const move = async (block: number, change: bigint, of: Address = token, index = 0): Promise<void> => {
  const [isInbound, rawAmount] = [change > 0n, change > 0n ? change : -change];
  const { timeAt, blockNumber } = refOf(block);
  const place = { owner, blockNumber, txIndex: 0, index, subIndex: 0, txHash: hash(1), timeAt };
  const kind = of === COIN ? LegKind.native : LegKind.token;
  await copyLegs(db, "eth", [{ ...place, kind, isInbound, token: of, counterparty: other, rawAmount }]);
};
/** As read when the chain had advanced to this block. */
const hold = async (block: number, rawAmount: bigint | null, of: Address = token): Promise<void> => {
  await sql`update chain_state set ledger_block = ${block - 1}`.execute(db);
  await writeBalances(db, "eth", BigInt(block), [{ owner, token: of, rawAmount }]);
};

const readAt = async (block: number, of: Address = token): Promise<Omit<PastBalance, "token"> | undefined> => {
  const read = await readPastBalances(db, { owner, chain: "eth", blockNumber: BigInt(block) });
  const found = read.find((one) => one.token === of);
  expect(await readPastBalances(db, { owner, chain: "eth", blockNumber: BigInt(block), tokens: [of] })).toEqual(
    found ? [found] : [],
  );
  if (found === undefined) return undefined;
  const { token: _token, ...past } = found;
  return past;
};

test("a balance after a block is the current one without what moved since, for any movements", async () => {
  const scenes = fc.array(
    fc.record({ block: fc.integer({ min: 1, max: LAST }), change: fc.bigInt({ min: -9n, max: 99n }) }),
    { maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(scenes, async (scene) => {
      await sql`truncate leg, balance, residual`.execute(db);
      const moves = scene.filter(({ change }) => change !== 0n);
      const sumUntil = (block: number) => moves.reduce((sum, one) => (one.block <= block ? sum + one.change : sum), 0n);
      fc.pre(sumUntil(LAST) >= 0n);
      for (const [index, { block, change }] of moves.entries()) await move(block, change, token, index);
      await hold(LAST, sumUntil(LAST));
      for (const block of [0, 7, LAST]) {
        const { rawAmount, ledger } = (await readAt(block)) ?? {};
        expect([rawAmount, ledger]).toEqual([sumUntil(block), block === LAST ? "checked" : "closed"]);
      }
    }),
    { numRuns: 25 },
  );
});

test("it is checked since the first read, and open before if the legs do not add up", async () => {
  await hold(5, 30n); // more than its legs
  await move(8, 12n);
  await hold(8, 42n);
  expect(await readAt(4)).toEqual({ rawAmount: 30n, ledger: "open", checkedSince: 5n });
  expect(await readAt(5)).toEqual({ rawAmount: 30n, ledger: "checked", checkedSince: 5n });
  expect(await readAt(LAST)).toEqual({ rawAmount: 42n, ledger: "checked", checkedSince: 5n });
});

test("between two reads that differ without a leg it is open, and known outside of them", async () => {
  await hold(5, 30n);
  await hold(9, 37n);
  expect(await readAt(5)).toMatchObject({ rawAmount: 30n, ledger: "checked" });
  expect(await readAt(7)).toMatchObject({ ledger: "open", checkedSince: 9n });
  expect(await readAt(9)).toMatchObject({ rawAmount: 37n, ledger: "checked" });
});

test("a drifting token's is never known, an unreadable one is undefined, and one whose twin counts is left out", async () => {
  await hold(5, 30n);
  await markDrifting(db, "eth", [{ token, blockNumber: 3n, timeAt: 3 }]);
  expect(await readAt(9)).toEqual({ rawAmount: 30n, ledger: "open", checkedSince: undefined });
  await hold(9, null);
  expect(await readAt(9)).toMatchObject({ rawAmount: undefined, ledger: "open" });
  await sql`
    insert into token_twin (chain, token, twin, is_known, first_block, sightings)
    values ('eth', ${toBytea(token)}, ${toBytea(other)}, true, 0, 0)`.execute(db);
  expect(await readAt(9)).toBeUndefined();
});

test("the native coin is checked where its movements are legs, and the owner received no fees", async () => {
  await hold(5, 30n, COIN);
  await move(8, 12n, COIN);
  await hold(8, 42n, COIN);
  expect(await readAt(6, COIN)).toMatchObject({ rawAmount: 30n, ledger: "open" });
  await sql`update chain_state set all_coins_since = 4`.execute(db);
  expect(await readAt(6, COIN)).toMatchObject({ rawAmount: 30n, ledger: "checked", checkedSince: 5n });
  expect(await readAt(4, COIN)).toMatchObject({ ledger: "open", checkedSince: 5n });
  await insertFeeRecipients(db, "eth", [{ owner, span: toFeeSpan(7n) }]);
  expect(await readAt(6, COIN)).toMatchObject({ ledger: "open" });
});
