import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startDevnet, TREASURY } from "@portico/devnet";
import { createAccessKey } from "@portico/store";
import { createTemplate, createTestDatabase, startTestPostgres } from "@portico/store/testing";
import type { Address } from "viem";
import { type Benchmark, median, type Row, toRow } from "../benchmark.ts";
import { createNode, type Node } from "../chain/node.ts";
import { startIndexer } from "../indexer/startIndexer.ts";
import { startServer } from "../startServer.ts";

const rounds = 4;
const SAMPLES = 50;
/** Poll interval of the indexer for new blocks, and of a client for new transactions. */
const POLL_MS = 100;
const OWNER: Address = `0x${"e7e17".padStart(40, "0")}`;

interface World {
  readonly node: Node;
  /** When the stream told of a transaction; it waits for that. */
  readonly whenTold: (hash: string) => Promise<number>;
  /** The hash of the owner's newest transaction in the history; "" while there is none. */
  readonly readNewest: () => Promise<string>;
}

/** Mines a block in which the owner is paid. @returns the time of mining, and the transaction. */
async function pay(node: Node): Promise<{ minedAt: number; hash: string }> {
  const [hash] = await node.batch([
    ["eth_sendTransaction", [{ from: TREASURY, to: OWNER, value: "0x1", gas: "0x5208" }]],
  ]);
  await node.batch([["evm_mine", []]]);
  return { minedAt: performance.now(), hash: String(hash) };
}

async function sample({ node, whenTold, readNewest }: World): Promise<{ ours: number; polled: number }> {
  await sleep(Math.random() * POLL_MS * 2); // blocks arrive at random times
  const { minedAt, hash } = await pay(node);
  const poll = async (): Promise<number> => {
    await sleep(Math.random() * POLL_MS);
    while ((await readNewest()) !== hash) await sleep(POLL_MS);
    return performance.now();
  };
  const [told, polled] = await Promise.all([whenTold(hash), poll()]);
  return { ours: told - minedAt, polled: polled - minedAt };
}

async function measure(world: World, log: (line: string) => void): Promise<Row> {
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    const samples: { ours: number; polled: number }[] = [];
    while (samples.length < SAMPLES) samples.push(await sample(world));
    if (round === 0) continue; // warm-up
    ours.push(median(samples.map((times) => times.ours)));
    theirs.push(median(samples.map((times) => times.polled)));
    log(`round ${round} of ${rounds}: ${ours.at(-1)?.toFixed(1)} ms, polled ${theirs.at(-1)?.toFixed(1)} ms`);
  }
  const against = `ms, GET /v1/user/history_list every ${POLL_MS} ms`;
  return toRow({ name: "events/latency", unit: "ms p50", kind: "cost", goal: 1, against, ours, theirs });
}

/** Reads a stream of events. @returns when each transaction was told. */
async function openStream(url: string, key: string): Promise<World["whenTold"]> {
  const told = new Map<string, PromiseWithResolvers<number>>();
  const find = (hash: string): PromiseWithResolvers<number> => {
    const found = told.get(hash) ?? Promise.withResolvers<number>();
    told.set(hash, found);
    return found;
  };
  const response = await fetch(`${url}/v1/user/events?id=${OWNER}&chain_ids=eth`, { headers: { AccessKey: key } });
  if (!response.ok) throw new Error(`The stream answered ${response.status}: ${await response.text()}`);
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      const at = performance.now();
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const hash = /"tx":\{"hash":"(0x[0-9a-f]{64})"/.exec(block)?.[1];
        if (hash !== undefined) find(hash).resolve(at);
      }
    }
  };
  read().catch(() => undefined); // it is cut at the end
  return (hash) => find(hash).promise;
}

/** From the mining of a block to the event of its transaction on a stream. */
export const eventLatency: Benchmark = {
  names: ["events/latency"],
  async run({ log }) {
    const size = { people: 2, transactions: 0, days: 2, blocks: 2 };
    const [devnet, postgres] = await Promise.all([startDevnet({ chains: ["eth"], size }), startTestPostgres()]);
    const database = await createTestDatabase({
      serverUrl: postgres.url,
      template: await createTemplate(postgres.url),
    });
    const rpcUrl = devnet.chains.eth?.rpcUrl ?? "";
    const env = { PORTICO_POLL_MS: String(POLL_MS) };
    const indexer = startIndexer({ databaseUrl: database.url, rpcUrl, mode: "full", env });
    const main = join(import.meta.dirname, "../../../apps/api/src/main.ts");
    const api = await startServer(main, { DATABASE_URL: database.url }, () => []);
    try {
      const { key } = await createAccessKey(database.db, { name: "bench", isUnlimited: true });
      const readNewest = async (): Promise<string> => {
        const list = `${api.url}/v1/user/history_list?id=${OWNER}&chain_id=eth&page_count=1`;
        const text = await (await fetch(list, { headers: { AccessKey: key } })).text();
        return /"id":"(0x[0-9a-f]{64})"/.exec(text)?.[1] ?? "";
      };
      const node = createNode(rpcUrl);
      await node.batch([["evm_setAutomine", [false]]]);
      const { hash } = await pay(node);
      while ((await readNewest()) !== hash) await sleep(POLL_MS); // the chain is served
      const world = { node, readNewest, whenTold: await openStream(api.url, key) };
      await pay(node); // events begin with the next block
      await sleep(1_000);
      const row = await measure(world, log);
      node.close();
      return [row];
    } finally {
      await Promise.all([indexer.stop(), api.stop()]);
      await database.drop();
      await Promise.all([devnet.stop(), postgres.stop()]);
    }
  },
};
