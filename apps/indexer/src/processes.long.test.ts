import { setTimeout as sleep } from "node:timers/promises";
import { startDevnet } from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readContent } from "./testing/content.ts";
import { startIndexerProcesses } from "./testing/indexerProcesses.ts";
import { listDevnetChains, syncToHead } from "./testing/sync.ts";

let devnet: Devnet;

beforeAll(async () => {
  devnet = await startDevnet({ seed: 4, size: { people: 12, transactions: 800, days: 5 } });
});

afterAll(() => devnet.stop());

test("three processes share two chains, are killed, stopped beyond their leases and resumed: the result equals that of one process", async () => {
  const [peaceful, shared] = await Promise.all([createTestDatabase(), startIndexerProcesses(devnet)]);
  await syncToHead(peaceful.db, listDevnetChains(devnet));
  for (let n = 0; n < 3; n++) shared.add();
  for (let round = 0; round < 6; round++) {
    const chain = round % 2 === 0 ? "eth" : "base";
    const victim = await shared.untilHeld(chain);
    await shared.untilMoved(chain);
    await sleep(Math.random() * 40);
    await shared.kill(victim);
    shared.add();
    const frozen = await shared.untilHeld(chain);
    await shared.untilMoved(chain);
    await sleep(Math.random() * 40);
    frozen.kill("SIGSTOP");
    await shared.untilHeld(chain, frozen);
    await shared.untilMoved(chain);
    frozen.kill("SIGCONT");
  }
  await shared.untilSynced();
  await shared.stop();
  expect(await readContent(shared.database.db)).toEqual(await readContent(peaceful.db));
  await Promise.all([peaceful.drop(), shared.database.drop()]);
}, 600_000);
