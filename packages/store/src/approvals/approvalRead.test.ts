import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readApprovals, SELECT_APPROVALS } from "./approvalRead.ts";
import { upsertApprovals, writeAllowances } from "./approvals.ts";
import { toBytea } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import { advanceChain, ensureChainState } from "../chains/chains.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { writeBalances } from "../balances/writeBalances.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const [alice, crowd, usdc, router, permit2] = [address(0xa), address(0xb), address(0xc0), address(0xe0), address(0x9e)];

beforeAll(async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 3n });
  await ensureChainState(db, { chain: "base", chainId: 8453, startBlock: 0n });
  await advanceChain(db, "eth", { balances: { blockNumber: 7n, hash: `0x${"11".repeat(32)}`, timeAt: 100 } });
  const approvals = [router, permit2].flatMap((spender) =>
    [false, true].map((isPermit2) => ({ owner: alice, token: usdc, spender, isPermit2 })),
  );
  const reported = approvals.filter(({ spender, isPermit2 }) => spender === router || isPermit2);
  await upsertApprovals(
    db,
    "eth",
    reported.map((key, n) => ({ ...key, blockNumber: BigInt(n), timeAt: 50 + n })),
  );
  const reads = approvals.map((key, n) => ({
    ...key,
    rawAmount: BigInt(n),
    expiresAt: key.isPermit2 ? 2n ** 48n - 1n : null,
  }));
  await writeAllowances(db, "eth", 7n, reads);
  await writeBalances(db, "eth", 7n, [{ owner: alice, token: usdc, rawAmount: 2n ** 256n - 1n }]);
});

test("nonzero approvals are returned with the owner's balance, and the token's allowance for Permit2", async () => {
  const { syncStatuses, approvals } = await readApprovals(db, { owner: alice, chain: "eth", permit2, limit: 10 });
  const shared = { token: usdc, rawBalance: 2n ** 256n - 1n, isContract: false };
  expect(approvals).toEqual([
    {
      ...shared,
      spender: permit2,
      isPermit2: true,
      rawAmount: 3n,
      expiresAt: 2n ** 48n - 1n,
      changedAt: 52,
      rawPermit2: 2n,
    },
    {
      ...shared,
      spender: router,
      isPermit2: true,
      rawAmount: 1n,
      expiresAt: 2n ** 48n - 1n,
      changedAt: 51,
      rawPermit2: 2n,
    },
    { ...shared, spender: permit2, isPermit2: false, rawAmount: 2n, expiresAt: null, changedAt: null, rawPermit2: 0n },
  ]);
  expect(syncStatuses).toEqual([
    { chain: "base", startBlock: 0n, mode: "full", balances: undefined },
    { chain: "eth", startBlock: 3n, mode: "full", balances: { blockNumber: 7n, timeAt: 100 } },
  ]);
});

test("X10: the newest of thirty thousand approvals are found by an index, without sorting all", async () => {
  await sql`
    insert into approval (owner, chain, token, spender, is_permit2, is_stale, raw_amount, changed_block, changed_at, block_number)
    select ${toBytea(crowd)}, 'eth', substr(sha256(i::text::bytea), 1, 20), substr(sha256(i::text::bytea), 9, 20), false,
      false, 1, i, i, 30001
    from generate_series(1, 30000) i`.execute(db);
  await sql`vacuum analyze approval`.execute(db);
  const { approvals } = await readApprovals(db, { owner: crowd, chain: "eth", permit2, limit: 1_000 });
  expect(approvals.map(({ changedAt }) => changedAt)).toEqual(Array.from({ length: 1_000 }, (_, n) => 30_000 - n));
  const values = [`'${toBytea(crowd)}'`, "'eth'", `'${toBytea(permit2)}'`, "1000"];
  const text = SELECT_APPROVALS.replaceAll(/\$(\d)/g, (_, n: string) => values[Number(n) - 1]!);
  const { rows } = await sql<Record<string, string>>`explain ${sql.raw(text)}`.execute(db);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain("Index Scan using approval_in_force");
  expect(plan).not.toMatch(/Sort|Seq Scan on approval/);
});
