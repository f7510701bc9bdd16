import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import { ensureChainState, lockCursor } from "../chains/chains.ts";
import { inTransaction } from "../database/database.ts";
import { migrate } from "../migrations/migrate.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import {
  listUnreadAccounts,
  queueAccountCodes,
  readAccountCodes,
  requestAccountCodes,
  rewindAccountCodes,
  writeAccountCodes,
} from "./accountCodes.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);
beforeEach(async () => void (await sql`truncate account_code`.execute(db)));

const [router, wallet, other] = ["a1", "a2", "a3"].map((byte): Address => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
];
const at = (blockNumber: bigint) => ({ blockNumber, timeAt: 1_700_000_000 });
const all = [router, wallet, other];
const waiting = async (chain = "eth") => new Set(await listUnreadAccounts(db, chain, 9));
const read = async () => Object.fromEntries(await readAccountCodes(db, "eth", all));

/** A contract, read at block 7, and an account without code, read at block 9. */
async function store(): Promise<void> {
  await queueAccountCodes(db, "eth", new Set([router, wallet]));
  await writeAccountCodes(db, "eth", at(7n), [{ address: router, hasCode: true }]);
  await writeAccountCodes(db, "eth", at(9n), [{ address: wallet, hasCode: false }]);
}

test("queued accounts wait on their chain, at most a number of them, until they are read", async () => {
  await queueAccountCodes(db, "eth", new Set([router, wallet]));
  await queueAccountCodes(db, "base", new Set([other]));
  expect([await waiting(), await waiting("base"), await read()]).toEqual([
    new Set([router, wallet]),
    new Set([other]),
    {},
  ]);
  expect(await listUnreadAccounts(db, "eth", 1)).toHaveLength(1);
  await store();
  expect([await waiting(), await read()]).toEqual([new Set(), { [router]: true, [wallet]: false }]);
});

test("an account without code is read again when it is queued again, and what was read stays until then", async () => {
  await store();
  await queueAccountCodes(db, "eth", new Set(all));
  expect([await waiting(), await read()]).toEqual([new Set([wallet, other]), { [router]: true, [wallet]: false }]);
});

test("accounts that pages show wait on their chains, but not more than a number of them, and not those with code", async () => {
  await store();
  const shown = [router, wallet, other].map((address) => ({ chain: "eth", address }));
  const unread = shown.slice(1);
  await requestAccountCodes(db, [...unread, ...unread, { chain: "base", address: other }], 1);
  expect([await waiting(), await waiting("base")]).toEqual([new Set([wallet]), new Set([other])]);
  await requestAccountCodes(db, unread.slice(1), 1);
  expect(await waiting()).toEqual(new Set([wallet]));
  await requestAccountCodes(db, shown);
  expect([await waiting(), await read()]).toEqual([new Set([wallet, other]), { [router]: true, [wallet]: false }]);
});

test("a chain that its indexer holds is skipped", async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  await inTransaction(db, async (tx) => {
    await lockCursor(tx, "eth", undefined);
    await requestAccountCodes(db, [
      { chain: "eth", address: wallet },
      { chain: "base", address: wallet },
    ]);
  });
  expect([await waiting(), await waiting("base")]).toEqual([new Set(), new Set([wallet])]);
});

test("what was read of removed blocks is unknown and read again", async () => {
  await store();
  await rewindAccountCodes(db, "eth", 8n);
  await rewindAccountCodes(db, "base", 0n);
  expect([await waiting(), await read()]).toEqual([new Set([wallet]), { [router]: true }]);
});

test("an account that nobody queued is not stored", async () => {
  await writeAccountCodes(db, "eth", at(7n), [{ address: other, hasCode: true }]);
  expect([await waiting(), await read()]).toEqual([new Set(), {}]);
});

test("spenders of approvals that an earlier version stored wait", async () => {
  const earlier = await createTestDatabase({ template: "template1" });
  await migrate(earlier.db, { upTo: "0023_rpc_rates" });
  const [owner, token] = [Buffer.alloc(20, 1), Buffer.alloc(20, 2)];
  for (const [spender, amount] of [
    [router, 5],
    [wallet, 0],
  ] as const) {
    await sql`
      insert into approval (owner, chain, token, spender, is_permit2, is_stale, raw_amount)
      values (${owner}, 'eth', ${token}, ${Buffer.from(spender.slice(2), "hex")}, false, false, ${amount})`.execute(
      earlier.db,
    );
  }
  await migrate(earlier.db);
  expect(await listUnreadAccounts(earlier.db, "eth", 9)).toEqual([router]);
  await earlier.drop();
});
