import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeBalances } from "../balances/writeBalances.ts";
import { withTimeLimit } from "../database/timeLimit.ts";
import { toByteaArray } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { readProtocolHolders, SELECT_PROTOCOL_HOLDERS } from "./protocolHolders.ts";
import { replacePools } from "./protocolStats.ts";
import type { PoolReceipt, PoolRow } from "./protocolStats.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const [ethReceipt, usdReceipt, gauge] = [address(0xe0), address(0xd0), address(0x60)];
const [unpriced, unheld, other] = [address(0xf0), address(0xf1), address(0xf2)];
const WHOLE = 10n ** 18n;

const pool = (token: Address, receipt: Partial<PoolReceipt> | null, fields: Partial<PoolRow> = {}): PoolRow => ({
  chain: "eth",
  poolId: token,
  protocolId: "aave3",
  name: "Lending",
  contracts: [token],
  amounts: [],
  depositUsd: 1e9, // what a pool holds may be more than its receipts stand for
  receipt: receipt && { token, rawShares: WHOLE, usd: 100, ...receipt },
  userCount: null,
  valuableUserCount: null,
  blockNumber: 9n,
  timeAt: 900,
  ...fields,
});
const write = (protocolId: string, pools: PoolRow[]) =>
  replacePools(db, "eth", protocolId, {
    blockNumber: 9n,
    timeAt: 900,
    tvlUsd: null,
    pools: pools.map((one) => ({ ...one, protocolId })),
  });
const held = (n: number, token: Address, rawAmount: bigint | null) => ({ owner: address(n), token, rawAmount });

beforeAll(async () => {
  await write("aave3", [
    pool(ethReceipt, { rawShares: 4n * WHOLE, usd: 8_000 }), // 2,000 for a whole one
    pool(usdReceipt, { rawShares: 10n ** 9n, usd: 1_000 }), // 1 for a whole one of 6 decimals
    pool(gauge, { rawShares: WHOLE, usd: 2_000 }), // it holds the first receipt for others
    pool(unpriced, { usd: null }),
    pool(unheld, { rawShares: 0n }),
    pool(address(0xf3), null),
  ]);
  await write("fork", [pool(other, { rawShares: 10n, usd: 1e6 })]);
  await replacePools(db, "base", "base_aave3", {
    blockNumber: 3n,
    timeAt: 300,
    tvlUsd: null,
    pools: [
      pool(
        usdReceipt,
        { rawShares: 1n, usd: 1 },
        { chain: "base", protocolId: "base_aave3", blockNumber: 3n, timeAt: 300 },
      ),
    ],
  });
  await writeBalances(db, "eth", 9n, [
    held(1, ethReceipt, WHOLE / 2n),
    held(1, usdReceipt, 500_000_000n),
    held(3, ethReceipt, WHOLE / 4n),
    held(2, usdReceipt, 500_000_000n),
    held(5, usdReceipt, 1n),
    held(6, usdReceipt, 0n),
    held(7, usdReceipt, null),
    held(0, ethReceipt, WHOLE),
    { owner: gauge, token: ethReceipt, rawAmount: WHOLE },
    held(4, gauge, WHOLE),
    held(8, unpriced, WHOLE),
    held(9, unheld, WHOLE),
    held(9, other, 5n),
  ]);
  await writeBalances(db, "base", 9n, [held(1, usdReceipt, 1n)]);
});

const list = async (start = 0, limit = 100, protocolId = "aave3", chain = "eth") =>
  (await readProtocolHolders(db, { chain, protocolId, start, limit })).holders.map(({ owner, usdValue }) => [
    Number(owner),
    usdValue,
  ]);

test("owners are ordered by the value of all their receipts of the protocol, equal ones by address", async () => {
  const all = [
    [4, 2_000],
    [1, 1_500],
    [2, 500],
    [3, 500],
    [5, 0.000001],
  ];
  expect(await list()).toEqual(all);
  expect(await list(1, 2)).toEqual(all.slice(1, 3));
  expect(await list(5)).toEqual([]);
});

test("each protocol and chain has its own, read at the block of the pools", async () => {
  expect(await list(0, 100, "fork")).toEqual([[9, 500_000]]);
  expect(await list(0, 100, "base_aave3", "base")).toEqual([[1, 1]]);
  const read = (protocolId: string, chain: string) =>
    readProtocolHolders(db, { chain, protocolId, start: 0, limit: 1 });
  expect((await read("base_aave3", "base")).block).toEqual({ blockNumber: 3n, timeAt: 300 });
  expect((await read("aave3", "eth")).block).toEqual({ blockNumber: 9n, timeAt: 900 });
  expect(await read("aave3", "base")).toEqual({ block: undefined, holders: [] });
});

test("the largest amounts and the smallest values are no error: less than a millionth of a USD is left out", async () => {
  await write("huge", [pool(other, { rawShares: 2n ** 256n, usd: 2 ** 40 })]);
  await write("tiny", [pool(other, { rawShares: 2n ** 256n, usd: Number.MIN_VALUE })]);
  await writeBalances(db, "eth", 9n, [held(1, other, 2n ** 255n)]);
  expect(await list(0, 100, "huge")).toEqual([[1, 2 ** 39]]);
  expect(await list(0, 100, "tiny")).toEqual([]);
});

test("receipts are read in ranges of the index, not from the table", async () => {
  await sql`
    insert into balance (owner, chain, token, raw_amount, block_number)
    select substr(sha256(i::text::bytea), 1, 20), 'eth', substr(sha256((i % 50)::text::bytea), 1, 20), i % 997, 7
    from generate_series(1, 50000) i`.execute(db);
  await sql`vacuum analyze balance`.execute(db);
  const values = ["eth", toByteaArray([usdReceipt, ethReceipt]), ["1", "2"], toByteaArray([gauge]), 0, 100];
  const plan = await withTimeLimit(db, 5_000, async (client) => {
    const { rows } = await client.query<Record<string, string>>(`explain ${SELECT_PROTOCOL_HOLDERS}`, values);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  expect(plan).toContain("balance_by_amount");
  expect(plan).not.toContain("Seq Scan on balance");
});
