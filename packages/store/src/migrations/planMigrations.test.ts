import { sql } from "kysely";
import { expect, test } from "vitest";
import { partitionChain } from "../retention/index.ts";
import { createTestDatabase } from "../testing/index.ts";
import { planMigrations } from "./planMigrations.ts";

test("rows of a partitioned table are counted with those of all its partitions", async () => {
  const { db, drop } = await createTestDatabase();
  await partitionChain(db, "eth", { firstBlock: 100n, size: 50n });
  await sql`
    insert into transaction (chain, block_number, tx_index, hash, time_at, nonce, sender, raw_value, input)
    select 'eth', n, 0, sha256(n::text::bytea), n, 0, decode(repeat('aa', 20), 'hex'), 0, ''
    from generate_series(51, 170) n`.execute(db);
  await sql`analyze transaction`.execute(db);
  const { rows } = await sql<{ bytes: string }>`
    select sum(pg_total_relation_size(relid)) as bytes from pg_partition_tree('transaction')`.execute(db);
  await sql`delete from kysely_migration where name = '0021_block_times'`.execute(db);
  const [plan] = await planMigrations(db);
  expect(plan?.name).toBe("0021_block_times");
  expect(plan?.rewrites).toContainEqual({ name: "transaction", rows: 120, bytes: Number(rows[0]?.bytes) });
  await drop();
});
