import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createAccessKey } from "@portico/store";
import { createTemplate, createTestDatabase, startTestPostgres } from "@portico/store/testing";
import { type Benchmark, type Context, median, percentile, type Row, toLimitRow } from "../benchmark.ts";
import { getChain, type RecordedChain } from "../chain/getChain.ts";
import { parseResult, readBlocks } from "../chain/recording.ts";
import { startReplay } from "../chain/startReplay.ts";
import { type Server, startServer } from "../startServer.ts";
import { startIndexer } from "./startIndexer.ts";

const PER_BLOCK = 2_000;
const BLOCKS = 30;
/** Blocks that are shown before the samples of a round. */
const WARM_UP = 5;
const ROUNDS = 3;
const POLL_MS = 100;
const LOOK_MS = 4;
const TIMEOUT_MS = 60_000;
const API = join(import.meta.dirname, "../../../apps/api/src/main.ts");

interface LastTransaction {
  readonly hash: string;
  readonly from: string;
}

/** The last transaction of each block of the chain. */
function listLast({ folder }: RecordedChain): LastTransaction[] {
  return readBlocks(folder).map(({ full }) => {
    const { transactions } = parseResult<{ transactions: LastTransaction[] }>(full);
    return transactions.at(-1) ?? { hash: "", from: "" };
  });
}

const get = async (url: string): Promise<string> => (await fetch(url)).text();

/** Whether the sender's history has the transaction, and its balances are of that block. */
async function isAnswered(api: Server, key: string, blockNumber: number, last: LastTransaction): Promise<boolean> {
  const options = { headers: { AccessKey: key } };
  const of = `id=${last.from}&chain_id=eth`;
  const balances = await fetch(`${api.url}/v1/user/token_list?${of}`, options);
  await balances.arrayBuffer();
  const block = /^eth;block=(\d+)/.exec(balances.headers.get("portico-chains") ?? "")?.[1];
  if (Number(block ?? -1) < blockNumber) return false;
  const history = await fetch(`${api.url}/v1/user/history_list?${of}&page_count=1`, options);
  return (await history.text()).includes(last.hash);
}

interface Served {
  readonly replay: Server;
  readonly api: Server;
  readonly key: string;
  readonly last: readonly LastTransaction[];
}

/** Shows a block. @returns milliseconds from when the indexer was told of it until the API returns what it changed. */
async function sample({ replay, api, key, last }: Served): Promise<number> {
  await sleep(Math.random() * POLL_MS * 2); // blocks arrive at random times
  const blockNumber = Number(await get(`${replay.url}/advance`));
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await isAnswered(api, key, blockNumber, last[blockNumber]!))) {
    if (Date.now() > deadline) throw new Error(`Block ${blockNumber} was not answered within ${TIMEOUT_MS} ms`);
    await sleep(LOOK_MS);
  }
  return Date.now() - Number(await get(`${replay.url}/seen`));
}

/** All samples of one database, from the block before the full ones to the chain's end. */
async function measureRound(chain: RecordedChain, last: readonly LastTransaction[]): Promise<number[]> {
  const { headBlock } = chain.info;
  const replay = await startReplay(chain, headBlock - BLOCKS);
  const postgres = await startTestPostgres();
  const template = await createTemplate(postgres.url);
  const database = await createTestDatabase({ serverUrl: postgres.url, template });
  const { key } = await createAccessKey(database.db, { name: "bench", isUnlimited: true });
  const env = { PORTICO_POLL_MS: String(POLL_MS) };
  const indexer = startIndexer({ databaseUrl: database.url, rpcUrl: replay.url, mode: "full", env });
  const api = await startServer(API, { DATABASE_URL: database.url }, () => []);
  const served = { replay, api, key, last };
  try {
    const first = headBlock - BLOCKS;
    const deadline = Date.now() + TIMEOUT_MS;
    while (!(await isAnswered(api, key, first, last[first]!))) {
      indexer.check();
      if (Date.now() > deadline) throw new Error("The chain's first blocks were not indexed");
      await sleep(LOOK_MS);
    }
    const samples: number[] = [];
    for (let n = 0; n < BLOCKS; n++) samples.push(await sample(served));
    return samples.slice(WARM_UP);
  } finally {
    await Promise.all([indexer.stop(), api.stop()]);
    await database.drop();
    await Promise.all([replay.stop(), postgres.stop()]);
  }
}

async function measure({ log }: Context): Promise<Row[]> {
  const transactions = PER_BLOCK * (BLOCKS + 1);
  const chain = await getChain(log, { transactions, perBlock: PER_BLOCK, hasPastBalances: true });
  const last = listLast(chain);
  await measureRound(chain, last); // records calls that the replay doesn't know
  const p50: number[] = [];
  const p99: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const samples = await measureRound(chain, last);
    p50.push(median(samples));
    p99.push(percentile(samples, 0.99));
    log(`round ${round} of ${ROUNDS}: p50 ${p50.at(-1)} ms, p99 ${p99.at(-1)} ms`);
  }
  return [
    toLimitRow({ name: "indexer/head-2000", unit: "ms p50", ours: p50, limit: 50 }),
    toLimitRow({ name: "indexer/head-2000-p99", unit: "ms p99", ours: p99, limit: 100 }),
  ];
}

/** From a block of 2,000 transactions being seen to an API response that shows what it changed. */
export const fullBlocks: Benchmark = { names: ["indexer/head-2000", "indexer/head-2000-p99"], run: measure };
