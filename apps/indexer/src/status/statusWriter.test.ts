import { startDevnet } from "@portico/devnet";
import { listChainStatus, takeLease } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { pino } from "pino";
import { afterAll, expect, test, vi } from "vitest";
import { createMetrics } from "./metrics.ts";
import { createProgressMeter } from "./progress.ts";
import { runIndexer } from "../runIndexer.ts";
import { createStatusWriter } from "./statusWriter.ts";
import { listDevnetChains } from "../testing/sync.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const head = { blockNumber: 9n, hash: "0x00", timeAt: 1_700_000_000 } as const;
const onError = (error: unknown) => {
  throw error;
};

async function startWriter(chain: string) {
  const lease = (await takeLease(db, { name: chain, holder: "here", ttlMs: 60_000 }))!;
  const writer = createStatusWriter(db, lease, onError);
  return { writer, meter: createProgressMeter(chain, writer.show) };
}

const find = async (chain: string) => (await listChainStatus(db)).find((row) => row.chain === chain);

test("the status of a chain's holder is written when it changes, and the last one at its end", async () => {
  const { writer, meter } = await startWriter("eth");
  meter.noteCoverage({ receipts: true, traces: false });
  meter.begin(5n, head);
  meter.advanceBalances(1);
  await vi.waitFor(async () => expect(await find("eth")).toMatchObject({ phase: "balances", holder: "here" }));
  meter.setAtHead();
  await vi.waitFor(async () => expect(await find("eth")).toMatchObject({ phase: "head", headBlock: 9n }));
  meter.begin(9n, { ...head, blockNumber: 10n, timeAt: head.timeAt + 12 });
  meter.setAtHead();
  await writer.stop();
  expect(await find("eth")).toMatchObject({
    headBlock: 10n,
    headTime: 1_700_000_012,
    hasReceipts: true,
    hasTraces: false,
  });
});

test("many steps per second cause few writes", async () => {
  const { writer, meter } = await startWriter("base");
  await db.updateTable("chain_status").set({ phase: "nothing" }).execute();
  meter.begin(0n, head);
  meter.advanceBalances(1);
  await vi.waitFor(async () => expect(await find("base")).toMatchObject({ phase: "balances" }));
  await db.updateTable("chain_status").set({ phase: "untouched" }).where("chain", "=", "base").execute();
  for (let step = 0; step < 50; step++) {
    meter.advanceBalances(1);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await find("base")).toMatchObject({ phase: "untouched" });
  await writer.stop();
  expect(await find("base")).toMatchObject({ phase: "balances" });
});

test("no status is written for a chain that is no longer held", async () => {
  const { writer, meter } = await startWriter("arb");
  meter.wait();
  await writer.stop();
  expect(await find("arb")).toBeUndefined();
});

test("an indexer at its head reports this, in the store and to Prometheus", async () => {
  const devnet = await startDevnet({ chains: ["base"], size: { people: 2, transactions: 0, days: 2 } });
  const own = await createTestDatabase();
  const [stop, metrics] = [new AbortController(), createMetrics({ withProcess: false })];
  const log = pino({ level: "fatal" });
  const chains = listDevnetChains(devnet);
  const running = runIndexer({ db: own.db, chains, log, signal: stop.signal, metrics, pollMs: 20 });
  const slug = chains[0]!.chain;
  await vi.waitFor(
    async () => {
      const [status] = await listChainStatus(own.db);
      expect(status).toMatchObject({ chain: slug, phase: "head", isStalled: false, startBlock: 0n });
      expect(status).toMatchObject({ headBlock: status?.blockNumber, headTime: status?.blockTime });
    },
    { timeout: 20_000 },
  );
  const text = await metrics.registry.metrics();
  expect(text).toContain(`portico_chain_phase{chain="${slug}",phase="head"} 1`);
  expect(text).toContain(`portico_chain_lag_seconds{chain="${slug}"} 0`);
  stop.abort();
  await running;
  expect(await metrics.registry.metrics()).toContain(`portico_chain_phase{chain="${slug}",phase="waiting"} 1`);
  await Promise.all([devnet.stop(), own.drop()]);
});
