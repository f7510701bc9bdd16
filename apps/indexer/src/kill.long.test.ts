import { startDevnet } from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killAndCompare } from "./testing/killing.ts";

let devnet: Devnet;

beforeAll(async () => {
  devnet = await startDevnet({ chains: ["eth"], seed: 4, size: { people: 30, transactions: 2_000, days: 20 } });
});

afterAll(async () => {
  await devnet.stop();
});

test("an indexer killed twenty times during its backfill ends with the content of an undisturbed run", async () => {
  const { disturbed, undisturbed, interruptions } = await killAndCompare(devnet, 20, Math.random);
  expect(disturbed).toEqual(undisturbed);
  expect(new Set(interruptions.filter((interruption) => interruption.startsWith("at block"))).size).toBeGreaterThan(5);
});
