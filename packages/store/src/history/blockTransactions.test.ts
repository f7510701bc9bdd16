import { afterAll, expect, test } from "vitest";
import { fromBytea } from "../encoding/bytea.ts";
import { inTransaction } from "../database/database.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { listBlockTransactions } from "./blockTransactions.ts";
import { copyTransactions, type Transaction } from "./transactions.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const sender = `0x${"a1".repeat(20)}` as const;
const transaction = (txIndex: number, fields: Partial<Transaction> = {}): Transaction => ({
  blockNumber: 7n,
  txIndex,
  hash: `0x${String(txIndex).padStart(64, "0")}`,
  timeAt: 700,
  sender,
  nonce: 1n,
  rawValue: 2n ** 255n,
  input: "0x",
  ...fields,
});

test("a block's transactions come in its order, page by page, with what is unknown as null", async () => {
  const called = transaction(2, {
    recipient: `0x${"b2".repeat(20)}`,
    input: "0xa9059cbb00",
    isSuccess: false,
    gasUsed: 21_000n,
    rawFee: 10n ** 30n,
  });
  await inTransaction(db, async (tx) => {
    await copyTransactions(tx, "eth", [called, transaction(0), transaction(9, { input: "0x0102" })]);
    await copyTransactions(tx, "eth", [transaction(1, { blockNumber: 8n })]);
    await copyTransactions(tx, "base", [transaction(3)]);
  });
  const page = (start: number, limit: number) =>
    listBlockTransactions(db, { chain: "eth", blockNumber: 7n, start, limit });
  const all = await page(0, 10);
  expect(all.map(({ txIndex }) => txIndex)).toEqual([0, 2, 9]);
  expect(all.map(({ selector }) => selector)).toEqual([null, "0xa9059cbb", null]);
  expect(all[0]).toEqual({
    txIndex: 0,
    hash: `0x${"0".repeat(64)}`,
    sender,
    recipient: null,
    rawValue: 2n ** 255n,
    selector: null,
    isSuccess: null,
    rawFee: null,
  });
  expect(all[1]).toMatchObject({ recipient: `0x${"b2".repeat(20)}`, isSuccess: false, rawFee: 10n ** 30n });
  expect((await page(1, 1)).map(({ txIndex }) => txIndex)).toEqual([2]);
  expect(await listBlockTransactions(db, { chain: "eth", blockNumber: 6n, start: 0, limit: 10 })).toEqual([]);
});

test("more transactions than fit a chunk are copied with all of their calldata", async () => {
  const inputs = Array.from(
    { length: 900 },
    (_, index): `0x${string}` =>
      `0x${index
        .toString(16)
        .padStart(4, "0")
        .repeat(1 + index)}`,
  );
  await copyTransactions(
    db,
    "op",
    inputs.map((input, index) => transaction(index, { input })),
  );
  const rows = await db
    .selectFrom("transaction")
    .select("input")
    .where("chain", "=", "op")
    .orderBy("tx_index")
    .execute();
  expect(rows.map(({ input }) => fromBytea(input))).toEqual(inputs);
});
