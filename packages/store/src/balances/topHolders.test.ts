import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toBytea } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import { advanceChain, ensureChainState } from "../chains/chains.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { readTopHolders, SELECT_HOLDERS } from "./topHolders.ts";
import { writeBalances } from "./writeBalances.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const [usdc, dai] = [address(0xc0), address(0xda)];
const HUGE = 2n ** 256n - 1n;
const held = (n: number, rawAmount: bigint | null, token = usdc) => ({ owner: address(n), token, rawAmount });

beforeAll(async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 3n });
  await ensureChainState(db, { chain: "base", chainId: 8453, startBlock: 0n });
  const balances = [
    held(5, 7n),
    held(9, HUGE),
    held(4, 7n),
    held(2, 0n),
    held(3, null),
    held(7, HUGE - 1n),
    held(1, 8n, dai),
  ];
  await writeBalances(db, "eth", 7n, balances);
  await writeBalances(db, "base", 7n, [held(1, 1n)]);
  await advanceChain(db, "eth", { balances: { blockNumber: 7n, hash: `0x${"11".repeat(32)}`, timeAt: 100 } });
});

const list = async (start: number, limit: number) =>
  (await readTopHolders(db, { chain: "eth", token: usdc, start, limit })).holders;

test("holders are ordered by their exact amount, equal ones by address, without zero and unknown balances", async () => {
  const all = [
    { owner: address(9), rawAmount: HUGE },
    { owner: address(7), rawAmount: HUGE - 1n },
    { owner: address(4), rawAmount: 7n },
    { owner: address(5), rawAmount: 7n },
  ];
  expect(await list(0, 100)).toEqual(all);
  expect(await list(1, 2)).toEqual(all.slice(1, 3));
  expect(await list(4, 100)).toEqual([]);
});

test("holders are returned with every chain's sync status", async () => {
  const { syncStatuses } = await readTopHolders(db, { chain: "arb", token: usdc, start: 0, limit: 1 });
  expect(syncStatuses).toEqual([
    { chain: "base", startBlock: 0n, mode: "full", balances: undefined },
    { chain: "eth", startBlock: 3n, mode: "full", balances: { blockNumber: 7n, timeAt: 100 } },
  ]);
});

test("they are read in index order, without a sort and without reading the table", async () => {
  await sql`
    insert into balance (owner, chain, token, raw_amount, block_number)
    select substr(sha256(i::text::bytea), 1, 20), 'eth', ${toBytea(dai)}, i % 997, 7
    from generate_series(1, 50000) i`.execute(db);
  await sql`vacuum analyze balance`.execute(db);
  const text = SELECT_HOLDERS.replace("$1", "'eth'")
    .replace("$2", `'${toBytea(dai)}'`)
    .replace("$3", "10000")
    .replace("$4", "100");
  const { rows } = await sql<Record<string, string>>`explain ${sql.raw(text)}`.execute(db);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain("Index Only Scan using balance_by_amount");
  expect(plan).not.toContain("Sort");
});
