import { startDevnet } from "@portico/devnet";
import { createTemplate, createTestDatabase, startTestPostgres } from "@portico/store/testing";
import { type Benchmark, toRow } from "../benchmark.ts";
import { createNode } from "../chain/node.ts";
import { indexOnce } from "./indexOnce.ts";
import { startStrictRpc, type StrictLimits } from "./strictRpc.ts";

const SIZE = { people: 10, transactions: 300, days: 3 };
const STRICT: StrictLimits = { rps: 100, maxBatch: 10, delayMs: 20, dropEvery: 25 };
const CONFIGURED = { PORTICO_RPC_ETH_RPS: "90", PORTICO_RPC_ETH_BATCH: "10" };
const rounds = 3;

/** Calls per stored block to a node that has rate limits, refuses large batches and drops requests. */
export const strictCalls: Benchmark = {
  names: ["indexer/strict-calls", "indexer/strict-calls-told"],
  async run({ log }) {
    const [devnet, postgres] = await Promise.all([startDevnet({ chains: ["eth"], size: SIZE }), startTestPostgres()]);
    const template = await createTemplate(postgres.url);
    const rpcUrl = devnet.chains.eth?.rpcUrl ?? "";
    const node = createNode(rpcUrl);
    const [head] = await node.batch([["eth_blockNumber", []]]);
    node.close();
    const headBlock = Number(head);
    const measure = async (limits: Partial<StrictLimits>, env: Record<string, string> = {}): Promise<number> => {
      const database = await createTestDatabase({ serverUrl: postgres.url, template });
      const rpc = await startStrictRpc(rpcUrl, limits);
      try {
        await indexOnce({ databaseUrl: database.url, rpcUrl: rpc.url, headBlock, mode: "full", env });
        return rpc.countCalls() / (headBlock + 1);
      } finally {
        await rpc.stop();
        await database.drop();
      }
    };
    const calls = { least: [] as number[], found: [] as number[], configured: [] as number[] };
    try {
      for (let round = 1; round <= rounds; round++) {
        calls.least.push(await measure({}));
        calls.found.push(await measure(STRICT));
        calls.configured.push(await measure(STRICT, CONFIGURED));
        log(`round ${round} of ${rounds}: ${JSON.stringify(calls)} calls per block of ${headBlock + 1}`);
      }
    } finally {
      await Promise.all([devnet.stop(), postgres.stop()]);
    }
    const sides = { unit: "calls/block", against: "a node without limits", theirs: calls.least, kind: "cost" } as const;
    return [
      toRow({ ...sides, name: "indexer/strict-calls", goal: 0.5, ours: calls.found }),
      toRow({ ...sides, name: "indexer/strict-calls-told", goal: 0.8, ours: calls.configured }),
    ];
  },
};
