import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startBareChain } from "@portico/devnet";
import { createRpc, getChain } from "@portico/evm";
import { createAccessKey, findChainState } from "@portico/store";
import { createTemplate, createTestDatabase, startTestPostgres } from "@portico/store/testing";
import { type Benchmark, median, type Row, toRow } from "../benchmark.ts";
import { startIndexer } from "../indexer/startIndexer.ts";
import { type Server, startServer } from "../startServer.ts";
import { type DelayedRpc, startDelayedRpc } from "./delayedRpc.ts";
import { FAMILIES, FORKS, installForks } from "./forkOwners.ts";
import { requestPositions } from "./requestPositions.ts";

const API = join(import.meta.dirname, "../../../apps/api/src/main.ts");
const DELAY_MS = 25;
const ROUNDS = 9;
const WARM_REQUESTS = 20;
const NAMES = ["requests", "cold", "warm"].map((what) => `positions/thirty-over-ten-${what}`);

interface Pair {
  readonly few: string;
  readonly many: string;
}

/** Positions of owners in 30 protocols, three forks of each of ten families, against one fork of each. */
export const thirtyProtocols: Benchmark = {
  names: NAMES,
  async run({ log, folder }) {
    const [chain, postgres] = await Promise.all([startBareChain(1), startTestPostgres()]);
    const database = await createTestDatabase({
      serverUrl: postgres.url,
      template: await createTemplate(postgres.url),
    });
    const far = await startDelayedRpc(chain.rpcUrl, DELAY_MS);
    try {
      log(`installing ${FORKS} forks of ${FAMILIES} families`);
      const { ownRows, create } = await installForks(chain);
      const first = { few: await create(1), many: await create(FORKS) };
      const pairs: Pair[] = [];
      for (let round = 0; round < ROUNDS; round++) pairs.push({ few: await create(1), many: await create(FORKS) });
      const catalogue = join(folder, "catalogue.json");
      writeFileSync(catalogue, JSON.stringify(ownRows, null, 1));
      const env = { PORTICO_CATALOGUE: catalogue, DATABASE_URL: database.url };
      const indexer = startIndexer({ databaseUrl: database.url, rpcUrl: chain.rpcUrl, mode: "full", env });
      const { key } = await createAccessKey(database.db, { name: "bench", isUnlimited: true });
      const api = await startServer(API, { ...env, PORTICO_RPC_ETH: far.url }, () => []);
      try {
        const head = (await createRpc({ chain: getChain("eth"), urls: [chain.rpcUrl] }).getBlock()).hash;
        while ((await findChainState(database.db, "eth"))?.balances?.hash !== head) await sleep(200);
        const count = async (owner: string) => (await requestPositions(api, key, owner)).protocols;
        // identifying contracts follows the balances; these owners also warm the code
        while ((await count(first.many)) < FORKS * FAMILIES || (await count(first.few)) < FAMILIES) await sleep(500);
        return await measure({ api, key, far, pairs, log });
      } finally {
        await api.stop();
        await indexer.stop();
      }
    } finally {
      await far.stop();
      await database.drop();
      await Promise.all([chain.stop(), postgres.stop()]);
    }
  },
};

interface Setting {
  readonly api: Server;
  readonly key: string;
  readonly far: DelayedRpc;
  readonly pairs: readonly Pair[];
  readonly log: (line: string) => void;
}

async function measure({ api, key, far, pairs, log }: Setting): Promise<Row[]> {
  const measureOwner = async (owner: string, protocols: number) => {
    far.take();
    const cold = await requestPositions(api, key, owner);
    if (cold.protocols !== protocols) throw new Error(`${owner}: ${cold.protocols} of ${protocols} protocols`);
    const { requests, reads } = far.take();
    const warm: number[] = [];
    for (let index = 0; index < WARM_REQUESTS; index++) warm.push((await requestPositions(api, key, owner)).ms);
    const cost = { requests, cold: cold.ms, warm: median(warm) };
    log(
      `${cold.positions} positions in ${protocols} protocols: ${requests} requests for ${reads} reads, ` +
        `cold ${cost.cold.toFixed(0)} ms, warm ${cost.warm.toFixed(2)} ms`,
    );
    return cost;
  };
  const [ours, theirs]: [Awaited<ReturnType<typeof measureOwner>>[], Awaited<ReturnType<typeof measureOwner>>[]] = [
    [],
    [],
  ];
  for (const { few, many } of pairs) {
    theirs.push(await measureOwner(few, FAMILIES));
    ours.push(await measureOwner(many, FORKS * FAMILIES));
  }
  const units = { requests: "RPC requests", cold: "ms p50", warm: "ms p50" };
  return (["requests", "cold", "warm"] as const).map((what, index) =>
    toRow({
      name: NAMES[index]!,
      unit: units[what],
      against: "an owner in one fork of each family",
      goal: what === "warm" ? 0.4 : 0.8,
      kind: "cost",
      ours: ours.map((cost) => cost[what]),
      theirs: theirs.map((cost) => cost[what]),
    }),
  );
}
