import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { rewindBalances } from "./balanceRewind.ts";
import { toBytea } from "../encoding/bytea.ts";
import { inTransaction } from "../database/database.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

test("a token that a dropped block distributed to ten thousand owners is removed from all of them at once", async () => {
  const token = toBytea(`0x${"c0".repeat(20)}`);
  const given = sql`select i, substr(sha256(i::text::bytea), 1, 20) as owner from generate_series(1, 10000) i`;
  await sql`
    insert into leg (block_number, position, time_at, kind, is_inbound, owner, chain, token, counterparty, tx_hash, raw_amount)
    select 11, i, 11, 0, true, owner, 'eth', ${token}, ${token}, sha256(owner), i from (${given}) g`.execute(db);
  await sql`
    insert into balance (owner, chain, token, raw_amount, block_number)
    select owner, 'eth', ${token}::bytea, i, 11 from (${given}) g
    union all values (${token}::bytea, 'eth', ${token}::bytea, 0, 9)`.execute(db);
  await sql`analyze leg, balance`.execute(db);
  const startedAt = performance.now();
  await inTransaction(db, (tx) => rewindBalances(tx, "eth", 10n));
  expect(performance.now() - startedAt).toBeLessThan(2_500);
  const left = await sql`select owner from balance union all select owner from stale_balance`.execute(db);
  expect(left.rows).toEqual([{ owner: token }, { owner: token }]);
});
