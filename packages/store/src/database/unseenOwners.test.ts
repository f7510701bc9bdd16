import { sql } from "kysely";
import { expect, test } from "vitest";
import { readOwner } from "../balances/readOwner.ts";
import { readPortfolio } from "../portfolio/readPortfolio.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { closeDatabase, openDatabase } from "./database.ts";
import type { Store } from "./database.ts";

const owners = Array.from({ length: 20 }, (_, n) => `0x${(0xe0000 + n).toString(16).padStart(40, "0")}` as const);
const chains = ["eth", "base"];
const nftContracts = [{ chain: "eth", contract: owners[0]! }];

test.each([
  ["portico-read-owners", (db: Store, owner: `0x${string}`) => readOwner(db, { owner, chains })],
  ["portico-read-portfolios", (db: Store, owner: `0x${string}`) => readPortfolio(db, { owner, chains, nftContracts })],
])("the plan of %s is kept, however few owners are read", async (name, read) => {
  const database = await createTestDatabase();
  const db = openDatabase(database.url, { max: 1 });
  for (let nth = 0; nth < 8; nth++) await Promise.all(owners.slice(0, 2 + (nth % 2)).map((owner) => read(db, owner)));
  const { rows } = await sql<{ generic_plans: bigint }>`
    select generic_plans from pg_prepared_statements where name = ${name}`.execute(db);
  expect(rows).toEqual([{ generic_plans: 3n }]); // the first five are made for their values
  await closeDatabase(db);
  await database.drop();
});
