import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { toBytea } from "./bytea.ts";
import type { Address } from "./bytea.ts";
import { advanceChain, ensureChainState, findChainState } from "./chains.ts";
import type { BlockRef } from "./chains.ts";
import { copyLegs } from "./legs.ts";
import type { Leg } from "./legs.ts";
import { rewindChain } from "./rewind.ts";
import { takeStale } from "./staleBalances.ts";
import { createTestDatabase } from "./testing.ts";
import { writeBalances } from "./writeBalances.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const [alice, bob, usdc] = [address(0xa), address(0xb), address(0xc0)];
const block = (n: bigint): BlockRef => ({
  blockNumber: n,
  hash: `0x${n.toString(16).padStart(64, "0")}`,
  timeAt: 1_700_000_000 + Number(n),
});
const leg = (owner: Address, blockNumber: bigint): Leg => ({
  owner,
  blockNumber,
  logIndex: 0,
  isInbound: true,
  token: usdc,
  counterparty: address(0xef),
  rawAmount: 1n,
  txHash: `0x${"01".repeat(32)}`,
  timeAt: 1_700_000_000,
});

test("legs after the fork are gone, balances read after it are to be read again, and other chains stay", async () => {
  for (const [chain, chainId] of [
    ["eth", 1],
    ["base", 8453],
  ] as const) {
    await ensureChainState(db, { chain, chainId, startBlock: 0n });
    await copyLegs(db, chain, [leg(alice, 7n), leg(alice, 8n), leg(bob, 9n)]);
    await writeBalances(db, chain, 7n, [{ owner: alice, token: usdc, rawAmount: 1n }]);
    await writeBalances(db, chain, 9n, [{ owner: bob, token: usdc, rawAmount: 2n }]);
    await advanceChain(db, chain, { logs: block(9n), balances: block(9n) });
  }
  await rewindChain(db, "eth", block(7n));
  await rewindChain(db, "eth", block(7n));
  expect(await findChainState(db, "eth")).toMatchObject({ logs: block(7n), balances: block(9n) });
  expect(await takeStale(db, "eth", 10)).toEqual([{ owner: bob, token: usdc }]);
  expect(await takeStale(db, "base", 10)).toEqual([]);
  const legs = await db
    .selectFrom("leg")
    .select(["chain", "block_number"])
    .orderBy("chain")
    .orderBy("block_number")
    .execute();
  expect(legs.map((row) => `${row.chain} ${row.block_number}`)).toEqual(["base 7", "base 8", "base 9", "eth 7"]);
});

test("the newest of a hundred thousand legs are found by their index", async () => {
  await sql`
    insert into leg
    select substr(sha256(i::text::bytea), 1, 20), 'arb', i / 100, i % 100, true, ${toBytea(usdc)}, ${toBytea(bob)}, 1,
      sha256(i::text::bytea), i
    from generate_series(1, 100000) i`.execute(db);
  await sql`vacuum analyze leg`.execute(db);
  const plan = await sql`explain delete from leg where chain = 'arb' and block_number > 995`.execute(db);
  expect(JSON.stringify(plan.rows)).toContain("leg_by_block");
});
