import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startReplica } from "@portico/store/testing";
import { Client } from "pg";
import { load } from "../api/load.ts";
import { type Benchmark, toRow } from "../benchmark.ts";
import { fillBalances, type Filled, ownerOf } from "../growth/fillBalances.ts";
import { createEmptyDatabase, startBenchPostgres } from "../postgres.ts";
import { startServer, type Server } from "../startServer.ts";

const ROUNDS = 7;
const SECONDS = 3;
const CONNECTIONS = 16;
const BALANCES = 100_000;
/** Between commits that change the chain: more often than any chain's blocks. */
const BLOCK_MS = 100;

/**
 * Token lists per second of an API that reads from a replica, while the chain advances; against one that reads from the primary. Both
 * servers are on this machine and share its cores, so it shows what the positions cost, not what a machine more gives.
 */
export const replicaOverPrimary: Benchmark = {
  names: ["scale/replica-over-primary"],
  async run({ folder, log }) {
    const postgres = await startBenchPostgres(folder);
    const database = await createEmptyDatabase(postgres.url, "scale");
    const filled = await fillBalances(database, BALANCES);
    const replica = await startReplica(database);
    const main = join(import.meta.dirname, "../../../apps/api/src/main.ts");
    const env = { DATABASE_URL: database, PORTICO_ANSWER_MB: "0" };
    const overReplica = await startServer(main, { ...env, DATABASE_READ_URL: replica.url }, () => []);
    const overPrimary = await startServer(main, env, () => []);
    const chain = startChain(database);
    const [ours, theirs]: [number[], number[]] = [[], []];
    try {
      for (const server of [overReplica, overPrimary]) await measure(server, filled); // warm-up
      for (let round = 1; round <= ROUNDS; round++) {
        ours.push(await measure(overReplica, filled));
        theirs.push(await measure(overPrimary, filled));
        log(`round ${round} of ${ROUNDS}: ${ours.at(-1)} /s, from the primary ${theirs.at(-1)} /s`);
      }
    } finally {
      await chain.stop();
      await Promise.all([overReplica.stop(), overPrimary.stop()]);
      await replica.stop();
      await postgres.stop();
    }
    const [name, against] = ["scale/replica-over-primary", "/s, primary only"];
    return [toRow({ name, unit: "requests/s", against, kind: "rate", goal: 0.8, ours, theirs })];
  },
};

async function measure(server: Server, { accessKey, owners }: Filled): Promise<number> {
  const requestOf = (n: number) => ({ path: `/v1/user/token_list?chain_id=eth&id=${ownerOf((n * 7_919) % owners)}` });
  const limits = { connections: CONNECTIONS, seconds: SECONDS, status: 200 };
  const { requestsPerSecond } = await load({ url: server.url, accessKey, requestOf, ...limits });
  return requestsPerSecond;
}

/** Commits and notifies as an indexer does at each block. */
function startChain(databaseUrl: string): { stop: () => Promise<void> } {
  const state = { isOver: false };
  const advance = async () => {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    while (!state.isOver) {
      await client.query(
        "with moved as (update chain_state set updated_at = now()) select pg_notify('portico_chain', 'eth')",
      );
      await sleep(BLOCK_MS);
    }
    await client.end();
  };
  const advancing = advance();
  return {
    stop: async () => {
      state.isOver = true;
      await advancing;
    },
  };
}
