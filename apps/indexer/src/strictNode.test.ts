import { pino } from "pino";
import { startBareChain } from "@portico/devnet";
import type { BareChain } from "@portico/devnet";
import { LIMIT_LIFETIME_MS, RATE_RULES } from "@portico/evm";
import { startNodeProfile } from "@portico/evm/testing/nodeProfiles";
import { createEndpointProfiles, createRpcRates } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runIndexer } from "./runIndexer.ts";
import { startCountingProxy } from "./testing/countingProxy.ts";
import { startRpcProxy } from "./testing/rpcProxy.ts";
import { startStrictProxy } from "./testing/strictProxy.ts";
import { syncToHead } from "./testing/sync.ts";

const BLOCKS = 31;
/** Within the first range. */
const FAILING = "eth_getBlockReceipts 0x7";
const PAYER = "0x00000000000000000000000000000000000f0001";

let chain: BareChain;
const databases: TestDatabase[] = [];

beforeAll(async () => {
  chain = await startBareChain(1);
  for (let block = 0; block < BLOCKS - 4; block++) {
    const to = `0x${(0xe000 + block).toString(16).padStart(40, "0")}` as const;
    await chain.send({ from: PAYER, to, value: 1n });
  }
});

afterAll(async () => {
  await chain.stop();
  await Promise.all(databases.map((database) => database.drop()));
});

async function createDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  databases.push(database);
  return database;
}

interface Call {
  id: number;
  method: string;
  params: [string, ...unknown[]];
}

test("a node that limits, refuses batches and drops requests is not called again for data that it has returned", async () => {
  const [strictDb, freeDb] = await Promise.all([createDatabase(), createDatabase()]);
  const free = await startCountingProxy(chain.rpcUrl);
  await syncToHead(freeDb.db, [{ chain: "eth", rpcUrls: [free.url], startBlock: 0n }]);
  await free.stop();
  const least = free.posts.flat().length;

  const strict = await startStrictProxy(chain.rpcUrl, { rps: 40, maxBatch: 10, delayMs: 20, dropEvery: 9 });
  await syncToHead(strictDb.db, [{ chain: "eth", rpcUrls: [strict.url], startBlock: 0n }]);
  await strict.stop();
  expect(strict.counts.answered).toBeLessThan(1.5 * least);
  expect(strict.counts.requested).toBeLessThan(6 * least);
});

test("a node whose limits are configured never has to refuse a call", async () => {
  const { db } = await createDatabase();
  const strict = await startStrictProxy(chain.rpcUrl, { rps: 100, maxBatch: 10, delayMs: 5, dropEvery: 1_000_000 });
  const rpcLimits = { maxRps: 80, batchSize: 10 };
  await syncToHead(db, [{ chain: "eth", rpcUrls: [strict.url], rpcLimits, startBlock: 0n }]);
  await strict.stop();
  expect(strict.counts).toMatchObject({ requested: strict.counts.answered, limited: 0, tooMany: 0, dropped: 0 });
});

test.each([
  ["public10", {}],
  ["public10", { receipts: false, traces: false }],
  ["bare", {}],
] as const)("%s %j: an indexer that starts again sends no request that the node has refused", async (name, reads) => {
  const { db } = await createDatabase();
  const node = await startNodeProfile(chain.rpcUrl, name);
  const profiles = createEndpointProfiles(db, { lifetimeMs: LIMIT_LIFETIME_MS });
  const rates = createRpcRates(db, RATE_RULES);
  const chains = [{ chain: "eth", rpcUrls: [node.url], startBlock: 0n, reads }];
  const index = () => syncToHead(db, chains, { profiles, rates });
  const countRefused = () => [...node.counts.values()].reduce((sum, { refused }) => sum + refused, 0);
  await index();
  const before = countRefused();
  await chain.send({ from: PAYER, to: PAYER, value: 1n });
  await index();
  await node.stop();
  expect(before).toBeGreaterThan(0);
  expect({ repeated: node.repeated(), more: countRefused() - before }).toEqual({ repeated: [], more: 0 });
});

test("received parts of a range are kept when another part fails, however often", async () => {
  const { db } = await createDatabase();
  const requestCounts = new Map<string, number>();
  const proxy = await startRpcProxy(chain.rpcUrl, async (body, forward) => {
    const calls = [JSON.parse(body) as Call | Call[]].flat();
    const answers = calls.map(async (call) => {
      const key = `${call.method} ${call.params[0]}`;
      requestCounts.set(key, (requestCounts.get(key) ?? 0) + 1);
      const isFailing = key === FAILING && requestCounts.get(key)! <= 20;
      if (isFailing)
        return JSON.stringify({ jsonrpc: "2.0", id: call.id, error: { code: -32_603, message: "Internal error" } });
      return (await forward(JSON.stringify(call))).body;
    });
    const list = await Promise.all(answers);
    return { status: 200, body: body.startsWith("[") ? `[${list.join(",")}]` : list.join("") };
  });
  const waits = { baseDelayMs: 1, maxDelayMs: 2, restartMs: 1 };
  const log = pino({ level: "fatal" });
  await syncToHead(db, [{ chain: "eth", rpcUrls: [proxy.url], startBlock: 0n }], { waits, log });
  await proxy.stop();
  const head = (await chain.rpc.call<{ number: string }>("eth_getBlockByNumber", ["latest", false])).number;
  const again = [...requestCounts].filter(
    ([key, times]) => /Receipts|trace/.test(key) && times > 1 && !key.endsWith(` ${head}`),
  );
  expect(again).toEqual([[FAILING, 21]]);
});

test("a stopping indexer does not wait for its turn at a node", async () => {
  const { db } = await createDatabase();
  const waiting = Promise.withResolvers<void>();
  let free = 3;
  const rates = {
    async reserve() {
      if (free === 0) waiting.resolve();
      return free === 0 ? { waitMs: 3_600_000, rate: 1 } : { waitMs: 0, rate: free-- };
    },
    halve: async () => undefined,
  };
  const stop = new AbortController();
  const chains = [{ chain: "eth", rpcUrls: [chain.rpcUrl], startBlock: 0n }];
  const phases = new Set<string>();
  const onProgress = ({ phase }: { phase: string }) => void phases.add(phase);
  const running = runIndexer({ db, chains, rates, onProgress, log: pino({ level: "silent" }), signal: stop.signal });
  await waiting.promise;
  stop.abort();
  await running;
  expect(phases.has("failed")).toBe(false);
});
