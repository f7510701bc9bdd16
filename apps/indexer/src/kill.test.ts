import { startDevnet } from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killAndCompare } from "./testing/killing.ts";

let devnet: Devnet;

beforeAll(async () => {
  devnet = await startDevnet({ chains: ["eth"], seed: 3, size: { people: 6, transactions: 80, days: 2 } });
});

afterAll(async () => {
  await devnet.stop();
});

test("an indexer killed three times during its backfill ends with the content of an undisturbed run", async () => {
  const { disturbed, undisturbed } = await killAndCompare(devnet, 3, Math.random);
  expect(disturbed).toEqual(undisturbed);
  expect(undisturbed["leg"]?.length).toBeGreaterThan(100);
  expect(undisturbed["stale_balance"]).toEqual([]);
});
