import { startDevnet } from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readContent } from "../testing/content.ts";
import { startIndexerProcesses } from "../testing/indexerProcesses.ts";
import { listDevnetChains, syncToHead } from "../testing/sync.ts";

let devnet: Devnet;

beforeAll(async () => {
  devnet = await startDevnet({ seed: 3, size: { people: 4, transactions: 24, days: 2 } });
});

afterAll(() => devnet.stop());

test("three processes share two chains and one is killed: another takes over, and the result equals that of one process", async () => {
  const [peaceful, shared] = await Promise.all([createTestDatabase(), startIndexerProcesses(devnet)]);
  await syncToHead(peaceful.db, listDevnetChains(devnet));
  for (let n = 0; n < 3; n++) shared.add();
  const victim = await shared.untilHeld("eth");
  await shared.untilMoved("eth");
  await shared.kill(victim);
  const successor = await shared.untilHeld("eth");
  expect(successor.pid).not.toBe(victim.pid);
  await shared.untilSynced();
  await shared.stop();
  expect(await readContent(shared.database.db)).toEqual(await readContent(peaceful.db));
  await Promise.all([peaceful.drop(), shared.database.drop()]);
}, 120_000);
