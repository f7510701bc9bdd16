import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createAccessKey } from "@portico/store";
import { keccak256, slice, stringToHex } from "viem";
import { type Benchmark, toRow } from "../benchmark.ts";
import { startServer } from "../startServer.ts";
import { listCounts } from "./listCounts.ts";
import { withIndexer, withTokens, writeSettings } from "./listedTokens.ts";

const API = join(import.meta.dirname, "../../../apps/api/src/main.ts");
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
    const seconds: number[] = [];
    await withTokens(TOKENS, async (scene) => {
      const { chain, database, proxy, tokens } = scene;
      const owners = Array.from({ length: ROUNDS }, (_, n) => slice(keccak256(stringToHex(`new owner ${n}`)), 12));
      for (const owner of owners) {
        await chain.setBalance(owner, 10n ** 18n);
        await tokens.give(owner, HELD);
      }
      await chain.mine();
      const env = writeSettings(folder, scene, tokens.list);
      const { key } = await createAccessKey(database.db, { name: "bench", isUnlimited: true });
      const started = performance.now();
      await withIndexer(scene, env, async () => {
        log(`ready after ${((performance.now() - started) / 1_000).toFixed(1)} s: ${listCounts(proxy)}`);
        const api = await startServer(API, env, () => []);
        try {
          for (const owner of owners) {
            await sleep(PAUSE_MS);
            const before = new Map([...proxy.counts].map(([method, { requests }]) => [method, requests]));
            seconds.push(await measure(`${api.url}/v1/user/all_token_list?id=${owner}`, key));
            log(`${seconds.at(-1)?.toFixed(2)} s: ${listCounts(proxy, before)}`);
          }
        } finally {
          await api.stop();
        }
      });
    });
    const limit = { against: "its limit", theirs: [LIMIT_S], goal: 1, kind: "cost" } as const;
    return [toRow({ ...limit, name: "owners/first-answer", unit: "s", ours: seconds })];
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
