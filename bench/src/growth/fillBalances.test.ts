import { createTestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { fillBalances, ownerOf } from "./fillBalances.ts";

test("there are about as many balances as requested, of the named owners, with all indexes", async () => {
  const { db, url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const indexes = sql<{ indexdef: string }>`SELECT indexdef FROM pg_indexes WHERE tablename = 'balance' ORDER BY 1`;
  const before = await indexes.execute(db);
  const { balances, owners } = await fillBalances(url, 20_000);
  expect(Math.abs(balances / 20_000 - 1)).toBeLessThan(0.1);
  expect((await indexes.execute(db)).rows).toEqual(before.rows);

  const { rows } = await sql<{ held: number; most: number; all: number }>`
    SELECT count(*) FILTER (WHERE owner = decode(${ownerOf(owners - 1).slice(2)}, 'hex'))::int AS held,
      count(DISTINCT owner)::int AS all, (SELECT max(count)::int FROM (SELECT count(*) FROM balance GROUP BY token) c) AS most
    FROM balance`.execute(db);
  expect(rows[0]).toEqual({ held: expect.toSatisfy((held: number) => held > 0), all: owners, most: owners });
});
