import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startDevnet } from "@portico/devnet";
import { createAccessKey, findChainState, type Store } from "@portico/store";
import { createTemplate, createTestDatabase, startTestPostgres } from "@portico/store/testing";
import { sql } from "kysely";
import { type Benchmark, median, type Row, toRow } from "../benchmark.ts";
import { startIndexer } from "../indexer/startIndexer.ts";
import { type Server, startServer } from "../startServer.ts";
import { startDelayedRpc } from "./delayedRpc.ts";
import { type Answer, requestPositions } from "./requestPositions.ts";

const OWNERS = 1_000;
const GROUPS = 4;
const DELAY_MS = 25;
const API = join(import.meta.dirname, "../../../apps/api/src/main.ts");
/** Number of warm requests; the first ones warm the caches. */
const WARM_ROUNDS = 3;

/** Waits until everything is stored, and every token has been checked for being a receipt. */
async function untilIndexed(db: Store): Promise<void> {
  for (;;) {
    const state = await findChainState(db, "eth");
    if (state?.balances !== undefined && (await countUnclassified(db)) === 0) return;
    await sleep(200);
  }
}

async function countUnclassified(db: Store): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from token t where chain = 'eth' and standard = 'erc20'
      and not exists (select from protocol_contract c where c.chain = t.chain and c.address = t.address)`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Owners with protocol positions first. */
async function listOwners(db: Store): Promise<string[]> {
  const { rows } = await sql<{ owner: string }>`
    select '0x' || encode(b.owner, 'hex') as owner from balance b join token t on t.chain = b.chain and t.address = b.token
    where b.chain = 'eth' and b.raw_amount > 0 and t.standard = 'erc20'
    group by b.owner order by count(*) filter (where t.protocol_id <> '') desc, b.owner limit ${OWNERS}`.execute(db);
  return rows.map(({ owner }) => owner);
}

async function requestAll(server: Server, accessKey: string, owners: readonly string[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const owner of owners) answers.push(await requestPositions(server, accessKey, owner));
  return answers;
}

const p50 = (answers: readonly Answer[]): number => median(answers.map(({ ms }) => ms));

/** Positions of many owners through a node with high latency: on the first request, and repeated. */
export const positions: Benchmark = {
  names: ["positions/cold-over-call-per-read", "positions/warm-over-cold"],
  async run({ log }) {
    const size = { people: OWNERS, transactions: 150_000, days: 3 };
    log("filling a chain with 1,000 users");
    const [devnet, postgres] = await Promise.all([
      startDevnet({ chains: ["eth"], size, maxPersistedStates: 256 }),
      startTestPostgres(),
    ]);
    const template = await createTemplate(postgres.url);
    const database = await createTestDatabase({ serverUrl: postgres.url, template });
    const rpcUrl = devnet.chains.eth?.rpcUrl ?? "";
    const indexer = startIndexer({ databaseUrl: database.url, rpcUrl, mode: "full" });
    const far = await startDelayedRpc(rpcUrl, DELAY_MS);
    try {
      await untilIndexed(database.db);
      const { key } = await createAccessKey(database.db, { name: "bench", isUnlimited: true });
      const owners = await listOwners(database.db);
      const env = { DATABASE_URL: database.url, PORTICO_RPC_ETH: far.url };
      const api = await startServer(API, env, () => []);
      try {
        return await measure({ api, key, owners, take: far.take, log });
      } finally {
        await api.stop();
      }
    } finally {
      await indexer.stop();
      await far.stop();
      await database.drop();
      await Promise.all([devnet.stop(), postgres.stop()]);
    }
  },
};

interface Setting {
  readonly api: Server;
  readonly key: string;
  readonly owners: readonly string[];
  readonly take: () => { requests: number; reads: number };
  readonly log: (line: string) => void;
}

async function measure({ api, key, owners, take, log }: Setting): Promise<Row[]> {
  const [cold, warm]: [number[], number[]] = [[], []];
  const [requests, reads]: [number[], number[]] = [[], []];
  for (let group = 0; group < GROUPS; group++) {
    const some = owners.filter((_owner, index) => index % GROUPS === group);
    take();
    const first = await requestAll(api, key, some);
    const traffic = take();
    for (let round = 1; round < WARM_ROUNDS; round++) await requestAll(api, key, some);
    const again = await requestAll(api, key, some);
    const warmTraffic = take();
    const found = first.reduce((sum, answer) => sum + answer.positions, 0);
    const withPositions = first.filter((answer) => answer.positions > 0).length;
    log(
      `group ${group + 1} of ${GROUPS}: ${some.length} owners, ${withPositions} of them with ${found} positions; ` +
        `cold ${p50(first).toFixed(1)} ms, ${traffic.requests} requests for ${traffic.reads} reads ` +
        `(${(traffic.reads / found).toFixed(1)} per position); warm ${p50(again).toFixed(2)} ms, ${warmTraffic.requests} requests`,
    );
    cold.push(p50(first));
    warm.push(p50(again));
    requests.push(traffic.requests);
    reads.push(traffic.reads);
  }
  const against = "one eth_call for each of the same reads";
  return [
    toRow({
      name: "positions/cold-over-call-per-read",
      unit: "RPC requests",
      against,
      goal: 10,
      kind: "cost",
      ours: requests,
      theirs: reads,
    }),
    toRow({
      name: "positions/warm-over-cold",
      unit: "ms p50",
      against: `ms p50 the first time, ${DELAY_MS} ms away from the node`,
      goal: 50,
      kind: "cost",
      ours: warm,
      theirs: cold,
    }),
  ];
}
