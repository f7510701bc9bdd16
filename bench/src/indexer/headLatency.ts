import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { listTokens, type Devnet, startDevnet, TREASURY } from "@portico/devnet";
import { createAccessKey } from "@portico/store";
import { createTemplate, createTestDatabase, startTestPostgres } from "@portico/store/testing";
import type { Address } from "viem";
import { type Benchmark, median, percentile, type Row, toRow } from "../benchmark.ts";
import { encode } from "../chain/calldata.ts";
import { createNode, type Node } from "../chain/node.ts";
import { type Server, startServer } from "../startServer.ts";
import { startIndexer } from "./startIndexer.ts";

const rounds = 4;
const SAMPLES = 100;
/** Poll interval for new blocks, of the indexer and of direct chain clients. */
const POLL_MS = 100;
const LOOK_MS = 2;
const OWNER: Address = `0x${"1a7e".padStart(40, "0")}`;

interface World {
  readonly node: Node;
  readonly token: Address;
  /** The owner's balance of the token in the API as text; "" while the API has none. */
  readonly requestApi: () => Promise<string>;
}

/** Mines a block in which the owner receives 1. @returns the time of mining, and the owner's balance after it. */
async function pay({ node, token }: World): Promise<{ minedAt: number; rawAmount: bigint }> {
  const data = encode("transfer", OWNER, 1n);
  await node.batch([["eth_sendTransaction", [{ from: TREASURY, to: token, data, gas: "0x30d40" }]]]);
  await node.batch([["evm_mine", []]]);
  const minedAt = performance.now();
  return { minedAt, rawAmount: await readHead({ node, token }) };
}

async function readHead({ node, token }: Pick<World, "node" | "token">): Promise<bigint> {
  const [answer] = await node.batch([["eth_call", [{ to: token, data: encode("balanceOf", OWNER) }, "latest"]]]);
  return BigInt(String(answer));
}

/** Polls at this interval until `look` succeeds. @returns the time of success. */
async function watch(look: () => Promise<boolean>, everyMs: number, firstMs = 0): Promise<number> {
  await sleep(firstMs);
  while (!(await look())) await sleep(everyMs);
  return performance.now();
}

async function sample(world: World): Promise<{ ours: number; chain: number }> {
  await sleep(Math.random() * POLL_MS * 2); // blocks arrive at random times
  const { minedAt, rawAmount } = await pay(world);
  const isAnswered = async () => (await world.requestApi()) === String(rawAmount);
  const isCalled = async () => (await readHead(world)) === rawAmount;
  const [ours, chain] = await Promise.all([
    watch(isAnswered, LOOK_MS),
    watch(isCalled, POLL_MS, Math.random() * POLL_MS),
  ]);
  return { ours: ours - minedAt, chain: chain - minedAt };
}

async function measure(world: World, log: (line: string) => void): Promise<Row[]> {
  const p50 = { ours: [] as number[], chain: [] as number[] };
  const p99 = { ours: [] as number[], chain: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const samples: { ours: number; chain: number }[] = [];
    while (samples.length < SAMPLES) samples.push(await sample(world));
    if (round === 0) continue; // warm-up
    for (const side of ["ours", "chain"] as const) {
      const values = samples.map((times) => times[side]);
      p50[side].push(median(values));
      p99[side].push(percentile(values, 0.99));
    }
    log(`round ${round} of ${rounds}: p50 ${p50.ours.at(-1)?.toFixed(1)} ms, p99 ${p99.ours.at(-1)?.toFixed(1)} ms`);
  }
  const sides = { kind: "cost", goal: 0.5, against: `ms, eth_call every ${POLL_MS} ms` } as const;
  return [
    toRow({ ...sides, name: "indexer/head-latency", unit: "ms p50", ours: p50.ours, theirs: p50.chain }),
    toRow({ ...sides, name: "indexer/head-latency-p99", unit: "ms p99", ours: p99.ours, theirs: p99.chain }),
  ];
}

function createWorld(devnet: Devnet, api: Server, accessKey: string): World {
  const token = listTokens("eth").find(({ symbol }) => symbol === "USDC");
  if (token === undefined) throw new Error("The devnet has no USDC");
  const address: Address = `0x${token.address.slice(2).toLowerCase()}`;
  const url = `${api.url}/v1/user/token?id=${OWNER}&chain_id=eth&token_id=${address}`;
  return {
    node: createNode(devnet.chains.eth?.rpcUrl ?? ""),
    token: address,
    requestApi: async () => {
      const response = await fetch(url, { headers: { AccessKey: accessKey } });
      const text = await response.text();
      return /"raw_amount":(\d+)/.exec(text)?.[1] ?? "";
    },
  };
}

/** From the mining of a block to an API response that shows its change. */
export const headLatency: Benchmark = {
  names: ["indexer/head-latency", "indexer/head-latency-p99"],
  async run({ log }) {
    const size = { people: 2, transactions: 0, days: 2, blocks: 2 };
    const [devnet, postgres] = await Promise.all([startDevnet({ chains: ["eth"], size }), startTestPostgres()]);
    const database = await createTestDatabase({
      serverUrl: postgres.url,
      template: await createTemplate(postgres.url),
    });
    const rpcUrl = devnet.chains.eth?.rpcUrl ?? "";
    const indexer = startIndexer({
      databaseUrl: database.url,
      rpcUrl,
      mode: "full",
      env: { PORTICO_POLL_MS: String(POLL_MS) },
    });
    const main = join(import.meta.dirname, "../../../apps/api/src/main.ts");
    const api = await startServer(main, { DATABASE_URL: database.url }, () => []);
    try {
      const { key } = await createAccessKey(database.db, { name: "bench", isUnlimited: true });
      const world = createWorld(devnet, api, key);
      await world.node.batch([["evm_setAutomine", [false]]]);
      const rows = await measure(world, log);
      world.node.close();
      return rows;
    } finally {
      await Promise.all([indexer.stop(), api.stop()]);
      await database.drop();
      await Promise.all([devnet.stop(), postgres.stop()]);
    }
  },
};
