import { startPocket } from "@portico/pocket";
import type { Pocket } from "@portico/pocket";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killAndCompare } from "./testing/killing.ts";

let pocket: Pocket;

beforeAll(async () => {
  pocket = await startPocket({ chains: ["eth"], seed: 4, size: { people: 30, transactions: 2_000, days: 20 } });
});

afterAll(async () => {
  await pocket.stop();
});

test("an indexer killed twenty times during its backfill ends with the content of an undisturbed run", async () => {
  const { disturbed, undisturbed, moments } = await killAndCompare(pocket, 20, Math.random);
  expect(disturbed).toEqual(undisturbed);
  expect(new Set(moments.filter((moment) => moment.startsWith("at block"))).size).toBeGreaterThan(5);
});
