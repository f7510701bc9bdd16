import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startBareChain } from "@portico/devnet";
import { startNodeProfile } from "@portico/evm/testing/nodeProfiles";
import { createAccessKey, findChainState } from "@portico/store";
import { createTemplate, createTestDatabase, startTestPostgres } from "@portico/store/testing";
import { keccak256, slice, stringToHex } from "viem";
import { type Benchmark, toRow } from "../benchmark.ts";
import { createNode } from "../chain/node.ts";
import { startIndexer } from "../indexer/startIndexer.ts";
import { startServer } from "../startServer.ts";
import { listCounts } from "./listCounts.ts";
import { installTokens } from "./installTokens.ts";

const API = join(import.meta.dirname, "../../../apps/api/src/main.ts");
const LIMITS = { rps: 25, delayMs: 50 };
const TOKENS = 3_000;
const HELD = 40;
const ROUNDS = 7;
const LIMIT_S = 3;
/** The first requests are while the work after a start uses the node. */
const PAUSE_MS = 10_000;

/** From the first request of an owner until the answer has its native coin and all of its listed tokens. */
export const ownersFirstAnswer: Benchmark = {
  names: ["owners/first-answer"],
  async run({ log, folder }) {
    const [chain, postgres] = await Promise.all([startBareChain(1), startTestPostgres()]);
    const database = await createTestDatabase({
      serverUrl: postgres.url,
      template: await createTemplate(postgres.url),
    });
    const node = createNode(chain.rpcUrl);
    const proxy = await startNodeProfile(chain.rpcUrl, LIMITS);
    try {
      const tokens = await installTokens(node, TOKENS);
      const owners = Array.from({ length: ROUNDS }, (_, n) => slice(keccak256(stringToHex(`new owner ${n}`)), 12));
      for (const owner of owners) {
        await chain.setBalance(owner, 10n ** 18n);
        await tokens.give(owner, HELD);
      }
      await chain.mine();
      const list = join(folder, "tokens.json");
      writeFileSync(list, tokens.list);
      const env = {
        DATABASE_URL: database.url,
        PORTICO_RPC_ETH: proxy.url,
        PORTICO_INDEX_ETH: "owners",
        PORTICO_TOKEN_LISTS: list,
        PORTICO_PRICE_DAYS: "0",
      };
      const started = performance.now();
      const indexer = startIndexer({ databaseUrl: database.url, rpcUrl: proxy.url, mode: "full", env });
      const { key } = await createAccessKey(database.db, { name: "bench", isUnlimited: true });
      const api = await startServer(API, env, () => []);
      try {
        while ((await findChainState(database.db, "eth"))?.balances === undefined) {
          indexer.check();
          await sleep(50);
        }
        log(`ready after ${((performance.now() - started) / 1_000).toFixed(1)} s: ${listCounts(proxy)}`);
        const seconds: number[] = [];
        for (const owner of owners) {
          await sleep(PAUSE_MS);
          const before = new Map([...proxy.counts].map(([method, { requests }]) => [method, requests]));
          seconds.push(await measure(`${api.url}/v1/user/all_token_list?id=${owner}`, key));
          log(`${seconds.at(-1)?.toFixed(2)} s: ${listCounts(proxy, before)}`);
        }
        const name = "owners/first-answer";
        const limit = { against: "its limit", theirs: [LIMIT_S], goal: 1, kind: "cost" } as const;
        return [toRow({ ...limit, name, unit: "s", ours: seconds })];
      } finally {
        await api.stop();
        await indexer.stop();
      }
    } finally {
      node.close();
      await proxy.stop();
      await database.drop();
      await Promise.all([chain.stop(), postgres.stop()]);
    }
  },
};

/** Seconds until the answer is complete; it may take several requests. */
async function measure(url: string, accessKey: string): Promise<number> {
  const began = performance.now();
  for (;;) {
    const response = await fetch(url, { headers: { AccessKey: accessKey } });
    const text = await response.text();
    if (response.status === 200 && (JSON.parse(text) as unknown[]).length === HELD + 1) break;
    await sleep(20);
  }
  return (performance.now() - began) / 1_000;
}
