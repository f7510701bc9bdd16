import { afterAll, beforeAll, expect, test } from "vitest";
import { advanceChain, ensureChainState } from "../chains/chains.ts";
import { inTransaction } from "../database/database.ts";
import { copyLegs } from "../history/legs.ts";
import { LegKind } from "../history/position.ts";
import { ReadBalance, readOwner, readOwnerUse } from "./readOwner.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import type { TestDatabase } from "../testing/testDatabase.ts";
import { writeBalances } from "./writeBalances.ts";
import type { Leg } from "../history/leg.ts";

const owner = "0x000000000000000000000000000000000000000a";
const token = (n: number) => `0x${n.toString(16).padStart(40, "0")}` as const;
const head = { blockNumber: 7n, hash: `0x${"11".repeat(32)}`, timeAt: 100 } as const;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureChainState(database.db, { chain: "eth", chainId: 1, startBlock: 3n });
  await ensureChainState(database.db, { chain: "base", chainId: 8453, startBlock: 0n });
  const balances = [3, 1, 2].map((n) => ({ owner, token: token(n), rawAmount: BigInt(n - 1) * 2n ** 250n }) as const);
  await writeBalances(database.db, "eth", 7n, balances);
  await advanceChain(database.db, "eth", { balances: head });
});
afterAll(() => database.drop());

test("an owner's read has the non-zero balances, exact, and every chain's sync status", async () => {
  const read = await readOwner(database.db, { owner, chains: ["eth", "base", "arb"] });
  expect(read).toEqual({
    syncStatuses: [
      {
        chain: "base",
        startBlock: 0n,
        mode: "full",
        balances: undefined,
        isScanned: true,
        ledger: { openCount: 0, open: [] },
      },
      {
        chain: "eth",
        startBlock: 3n,
        mode: "full",
        balances: { blockNumber: 7n, timeAt: 100 },
        isScanned: false,
        ledger: { openCount: 0, open: [] },
      },
    ],
    balances: expect.any(Array),
  });
  expect(new Map(read.balances.map(({ token: held, rawAmount }) => [held, rawAmount]))).toEqual(
    new Map([
      [token(2), 2n ** 250n],
      [token(3), 2n ** 251n],
    ]),
  );
});

test("chains that were not requested have only their sync status", async () => {
  const read = await readOwner(database.db, { owner, chains: ["base"] });
  expect([read.balances, read.syncStatuses.length]).toEqual([[], 2]);
});

test("a read of one token returns that one, or none", async () => {
  const read = (n: number) => readOwner(database.db, { owner, chains: ["eth"], token: token(n) });
  expect((await read(2)).balances).toEqual([new ReadBalance("eth", token(2), String(2n ** 250n))]);
  expect((await read(1)).balances).toEqual([]);
});

test("a read within a transaction sees that transaction's writes", async () => {
  await inTransaction(database.db, async (tx) => {
    await writeBalances(tx, "base", 1n, [{ owner, token: token(9), rawAmount: 5n }]);
    expect((await readOwner(tx, { owner, chains: ["base"] })).balances).toHaveLength(1);
  });
});

test("an owner was active on chains where it has a leg or a balance, zero included, with the time of the first leg", async () => {
  const holder = token(0xcc);
  const leg = {
    owner: holder,
    kind: LegKind.token,
    index: 0,
    subIndex: 0,
    txIndex: 0,
    isInbound: true,
    token: token(1),
  };
  const legAt = (blockNumber: bigint): Leg => ({
    ...leg,
    blockNumber,
    counterparty: owner,
    rawAmount: 1n,
    txHash: head.hash,
    timeAt: Number(blockNumber) * 100,
  });
  await copyLegs(database.db, "eth", [legAt(9n), legAt(5n)]);
  await writeBalances(database.db, "base", 1n, [{ owner: holder, token: token(1), rawAmount: 0n }]);
  const { syncStatuses, used } = await readOwnerUse(database.db, holder);
  expect(used).toEqual([
    { chain: "base", bornAt: null },
    { chain: "eth", bornAt: 500 },
  ]);
  expect(syncStatuses).toEqual((await readOwner(database.db, { owner: holder, chains: [] })).syncStatuses);
  expect((await readOwnerUse(database.db, token(77))).used).toEqual([]);
});

test("owners that are read in one batch each get their own result, on their own chains", async () => {
  const owners = Array.from({ length: 60 }, (_, n) => `0x${(0xe0000 + n).toString(16).padStart(40, "0")}` as const);
  const held = owners.flatMap((one, n) =>
    [1, 2, 3].slice(0, n % 4).map((i) => ({ owner: one, token: token(i), rawAmount: BigInt(n * 10 + i) })),
  );
  await writeBalances(database.db, "eth", 7n, held);
  await writeBalances(database.db, "base", 7n, held);
  const queries = owners.map((one, n) => ({
    owner: one,
    chains: [["eth"], ["base"], [], ["base", "eth", "arb"]][n % 4]!,
  }));
  const atOnce = await Promise.all(queries.map((query) => readOwner(database.db, query)));
  for (const [n, query] of queries.entries()) {
    const alone = await inTransaction(database.db, (tx) => readOwner(tx, query));
    const sorted = (balances: readonly ReadBalance[]) =>
      balances.map((one) => `${one.chain} ${one.token} ${one.digits}`).toSorted();
    expect(atOnce[n]?.syncStatuses).toEqual(alone.syncStatuses);
    expect(sorted(atOnce[n]?.balances ?? [])).toEqual(sorted(alone.balances));
  }
  expect(atOnce[59]?.balances).toHaveLength(6);
});
