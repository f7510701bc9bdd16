import { afterAll, expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { listPricesAt } from "./listPricesAt.ts";
import { writePricePoints } from "./pricePoints.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const DAY = 86_400;
const NOON = 1_699_963_200;

test("prices are those of the last point, and of the last one a day before, in the order of the tokens", async () => {
  const [rising, lost, late] = [address(1), address(2), address(3)];
  await writePricePoints(db, "eth", [
    { token: rising, timeAt: NOON - DAY, usd: 2 },
    { token: rising, timeAt: NOON, usd: 3 },
    { token: rising, timeAt: NOON + 300, usd: 4 },
    { token: lost, timeAt: NOON - 300, usd: 5 },
    { token: lost, timeAt: NOON, usd: 0 },
    { token: late, timeAt: NOON + 300, usd: 6 },
  ]);
  await writePricePoints(db, "base", [{ token: late, timeAt: NOON, usd: 7 }]);
  expect(await listPricesAt(db, "eth", [late, rising, lost], NOON + 299)).toEqual([
    undefined,
    { usd: 3, timeAt: NOON, dayAgoUsd: 2 },
    undefined,
  ]);
  expect(await listPricesAt(db, "eth", [late], NOON + 300)).toEqual([{ usd: 6, timeAt: NOON + 300, dayAgoUsd: null }]);
  expect(await listPricesAt(db, "eth", [], NOON)).toEqual([]);
});
