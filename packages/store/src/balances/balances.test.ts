import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { findBalance, listBalances, selectBalances } from "./balances.ts";
import type { Address } from "../encoding/bytea.ts";
import { countStale, listHolders, markHoldersStale, takeStale, markBalancesStale } from "./staleBalances.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { writeBalances } from "./writeBalances.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);
beforeEach(async () => void (await sql`truncate balance, stale_balance`.execute(db)));

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const [alice, bob, usdc, dai] = [address(0xa), address(0xb), address(0xc0), address(0xda)];
const UINT256_MAX = 2n ** 256n - 1n;

test("balances of several chains are one list, by chain and token, without zeros", async () => {
  await writeBalances(db, "eth", 7n, [
    { owner: alice, token: dai, rawAmount: 5n },
    { owner: alice, token: usdc, rawAmount: 0n },
    { owner: bob, token: usdc, rawAmount: 9n },
  ]);
  await writeBalances(db, "base", 7n, [{ owner: alice, token: usdc, rawAmount: 3n }]);
  await writeBalances(db, "arb", 7n, [{ owner: alice, token: usdc, rawAmount: 4n }]);

  expect(await listBalances(db, alice, ["eth", "base"])).toEqual([
    { chain: "base", token: usdc, rawAmount: 3n },
    { chain: "eth", token: dai, rawAmount: 5n },
  ]);
  expect(await listBalances(db, alice, [])).toEqual([]);
});

test("the largest uint256 is stored exactly, and one more is rejected", async () => {
  await writeBalances(db, "eth", 7n, [{ owner: alice, token: usdc, rawAmount: UINT256_MAX }]);
  expect(await findBalance(db, { owner: alice, chain: "eth", token: usdc })).toEqual({
    rawAmount: UINT256_MAX,
    blockNumber: 7n,
  });
  await expect(writeBalances(db, "eth", 7n, [{ owner: alice, token: usdc, rawAmount: 10n ** 78n }])).rejects.toThrow(
    "numeric field overflow",
  );
});

test("an owner is found in any case of its address", async () => {
  const owner: Address = "0xAbCdEf0000000000000000000000000000000001";
  await writeBalances(db, "eth", 7n, [{ owner, token: usdc, rawAmount: 1n }]);
  expect(await listBalances(db, "0xabcdef0000000000000000000000000000000001", ["eth"])).toHaveLength(1);
});

test("a stale pair is queued until it is read, and keeps its older balance meanwhile", async () => {
  await writeBalances(db, "eth", 7n, [{ owner: alice, token: usdc, rawAmount: 1n }]);
  await markBalancesStale(db, "eth", [
    { owner: bob, token: usdc },
    { owner: alice, token: usdc },
    { owner: alice, token: usdc },
  ]);
  await markBalancesStale(db, "eth", [{ owner: alice, token: usdc }]);
  expect(await countStale(db, "eth")).toBe(2);
  expect(await countStale(db, "base")).toBe(0);
  expect(await listBalances(db, alice, ["eth"])).toHaveLength(1);

  await writeBalances(db, "eth", 8n, [{ owner: alice, token: usdc, rawAmount: 2n }]);
  expect(await takeStale(db, "eth", 10)).toEqual([{ owner: bob, token: usdc }]);
  expect(await findBalance(db, { owner: alice, chain: "eth", token: usdc })).toEqual({
    rawAmount: 2n,
    blockNumber: 8n,
  });
  expect(await findBalance(db, { owner: bob, chain: "eth", token: usdc })).toBeUndefined();
});

test("queued pairs are read in the order of their key, in pages", async () => {
  const pairs = [alice, bob].flatMap((owner) => [usdc, dai].map((token) => ({ owner, token })));
  await markBalancesStale(db, "eth", pairs.toReversed());
  const first = await takeStale(db, "eth", 3);
  expect(first).toEqual(pairs.slice(0, 3));
  expect(await takeStale(db, "eth", 3, first.at(-1))).toEqual(pairs.slice(3));
});

test("a rebase queues every holder of the token, on its chain only", async () => {
  await writeBalances(db, "eth", 7n, [
    { owner: alice, token: usdc, rawAmount: 1n },
    { owner: bob, token: usdc, rawAmount: 0n },
    { owner: bob, token: dai, rawAmount: 1n },
  ]);
  await writeBalances(db, "base", 7n, [{ owner: alice, token: usdc, rawAmount: 1n }]);
  await markHoldersStale(db, "eth", usdc);
  await markHoldersStale(db, "eth", usdc);
  expect(await takeStale(db, "eth", 10)).toEqual([
    { owner: alice, token: usdc },
    { owner: bob, token: usdc },
  ]);
  expect(await countStale(db, "base")).toBe(0);
});

test("holders of a token are those ever read, up to a limit", async () => {
  const balances = [bob, alice].map((owner) => ({ owner, token: usdc, rawAmount: 0n }));
  await writeBalances(db, "eth", 7n, balances);
  await writeBalances(db, "base", 7n, [{ owner: dai, token: usdc, rawAmount: 1n }]);
  expect(await listHolders(db, "eth", usdc, 10)).toEqual([alice, bob]);
  expect(await listHolders(db, "eth", usdc, 1)).toEqual([alice]);
  expect(await listHolders(db, "eth", dai, 10)).toEqual([]);
});

test("an unreadable balance is unknown, but the pair stays known and is queued again with its token's holders", async () => {
  const pair = { owner: alice, token: usdc };
  await writeBalances(db, "eth", 7n, [
    { ...pair, rawAmount: 1n },
    { owner: alice, token: dai, rawAmount: 0n },
  ]);
  await markBalancesStale(db, "eth", [pair]);
  await writeBalances(db, "eth", 8n, [{ ...pair, rawAmount: null }]);
  expect(await countStale(db, "eth")).toBe(0);
  expect(await listBalances(db, alice, ["eth"])).toEqual([]);
  expect(await findBalance(db, { ...pair, chain: "eth" })).toBeUndefined();
  expect(await findBalance(db, { owner: alice, token: dai, chain: "eth" })).toEqual({ rawAmount: 0n, blockNumber: 7n });
  await markHoldersStale(db, "eth", usdc);
  expect(await takeStale(db, "eth", 10)).toEqual([pair]);
});

test("an empty read writes nothing", async () => {
  await writeBalances(db, "eth", 7n, []);
  await markBalancesStale(db, "eth", []);
  expect(await countStale(db, "eth")).toBe(0);
});

test("an owner's balances are a range of the primary key among a hundred thousand rows", async () => {
  await sql`
    insert into balance
    select decode(lpad(to_hex(i / 20), 40, '0'), 'hex'), 'eth', decode(lpad(to_hex(i % 20), 40, '0'), 'hex'), i, 1
    from generate_series(1, 100000) i`.execute(db);
  await sql`analyze balance`.execute(db);
  const { rows } = await sql`explain ${selectBalances(address(77), ["eth", "base"])}`.execute(db);
  expect(JSON.stringify(rows)).toMatch(/Index Scan using balance_pkey/);
  expect(JSON.stringify(rows)).not.toMatch(/Seq Scan|Sort/);
  expect(await listBalances(db, address(77), ["eth", "base"])).toHaveLength(20);
});
