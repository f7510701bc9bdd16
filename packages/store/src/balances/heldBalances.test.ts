import { afterAll, beforeAll, expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import { listHeld, sumTopBalances } from "./heldBalances.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import type { TestDatabase } from "../testing/testDatabase.ts";
import { writeBalances } from "./writeBalances.ts";

const address = (value: number): Address => `0x${value.toString(16).padStart(40, "0")}`;
const [TOKEN, OTHER] = [address(1), address(2)];

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const held = Array.from({ length: 12 }, (_, index) => ({
    owner: address(100 + index),
    token: TOKEN,
    rawAmount: 10n ** 30n + BigInt(index),
  }));
  const unknown = { owner: address(7), token: TOKEN, rawAmount: null };
  await writeBalances(database.db, "eth", 5n, [...held, unknown]);
});

afterAll(async () => {
  await database.drop();
});

test("balances are in the order of the pairs, null if not read or unreadable", async () => {
  const pairs = [
    { owner: address(111), token: TOKEN },
    { owner: address(7), token: TOKEN },
    { owner: address(100), token: OTHER },
    { owner: address(100), token: TOKEN },
  ];
  expect(await listHeld(database.db, "eth", pairs)).toEqual([10n ** 30n + 11n, null, null, 10n ** 30n]);
  expect(await listHeld(database.db, "base", pairs)).toEqual([null, null, null, null]);
  expect(await listHeld(database.db, "eth", [])).toEqual([]);
});

test("the ten largest balances of each token are summed exactly", async () => {
  const sum = 10n * 10n ** 30n + 65n; // 2 + 3 + … + 11
  expect(await sumTopBalances(database.db, "eth", [OTHER, TOKEN])).toEqual([0n, sum]);
  expect(await sumTopBalances(database.db, "eth", [])).toEqual([]);
});
