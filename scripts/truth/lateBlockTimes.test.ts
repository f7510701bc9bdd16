/** Chains with block times beyond the signed and unsigned 32-bit range. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createApi, createHttpServer } from "@portico/api";
import { createClient, type PorticoClient, unwrap } from "@portico/client";
import { syncPricePoints, runIndexer } from "@portico/indexer";
import { listFeeds, listTokens, nameAddress, type Devnet, startDevnet, untilMined } from "@portico/devnet";
import { createAccessKey, findChainState, findPriceClock } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { pino } from "pino";
import {
  type Address,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  publicActions,
  walletActions,
} from "viem";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

const aggregatorAbi = parseAbi([
  "function latestRound() view returns (uint256)",
  "function submit(uint256 round, int256 answer)",
]);
const STEP = 300;
const STEPS = 4;
const USD = 2_500;
const friend: Address = "0x00000000000000000000000000000000000f2038";
const dai = listTokens("eth").find(({ symbol }) => symbol === "DAI")!.address;

let devnet: Devnet;
let chain: ReturnType<typeof openChain>;

const openChain = (url: string) =>
  createTestClient({ mode: "anvil", transport: http(url), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions);

beforeAll(async () => {
  devnet = await startDevnet({ chains: ["eth"], seed: 38, size: { people: 10, transactions: 20, days: 2 } });
  chain = openChain(devnet.chains.eth!.rpcUrl);
});
afterAll(() => devnet.stop());

async function sendAt(timeAt: number, { from, to, data }: { from: Address; to: Address; data: Hex }): Promise<void> {
  await chain.setBalance({ address: from, value: 10n ** 20n });
  await chain.setNextBlockTimestamp({ timestamp: BigInt(timeAt) });
  const hash = await chain.sendTransaction({ account: from, to, data, chain: null, gas: 1_000_000n });
  expect((await untilMined(chain, hash)).status).toBe("success");
}

/** A round of the coin's feed, then a payment to the friend every five minutes, the second one after the end. @returns the first block. */
async function playAround(end: number): Promise<bigint> {
  const to = listFeeds("eth").find(({ asset }) => asset === "ETH")!.aggregator;
  const round = await chain.readContract({ address: to, abi: aggregatorAbi, functionName: "latestRound" });
  const args = [round + 1n, BigInt(USD) * 10n ** 8n] as const;
  const data = encodeFunctionData({ abi: aggregatorAbi, functionName: "submit", args });
  await sendAt(end - 2 * STEP, { from: nameAddress("oracle"), to, data });
  const first = await chain.getBlockNumber();
  const payment = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [friend, 1_000n] });
  for (let n = 0; n < STEPS; n++) {
    await sendAt(end + (n - 1) * STEP + 1, { from: devnet.demoOwner, to: dai, data: payment });
  }
  return first;
}

/** Indexes from a block on, and serves the API. */
async function serve(startBlock: bigint) {
  const database = await createTestDatabase();
  const { db } = database;
  const log = pino({ level: "silent" });
  const ending = new AbortController();
  const indexing = runIndexer({
    db,
    chains: [{ chain: "eth", rpcUrls: [devnet.chains.eth!.rpcUrl], startBlock }],
    log,
    signal: ending.signal,
    pollMs: 20,
    sideJobs: [(work) => syncPricePoints({ ...work, pollMs: 20 })],
  });
  const { key } = await createAccessKey(db, { name: "late", isUnlimited: true });
  const api = await createApi({ databaseUrl: database.url, log, checkReplies: true });
  const server = createHttpServer(api.app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, accessKey: key });
  const stop = async () => {
    ending.abort();
    await indexing;
    server.close();
    server.closeAllConnections();
    await api.close();
    await database.drop();
  };
  await vi.waitUntil(
    async () => {
      const { hash, timestamp } = await chain.getBlock();
      const [state, clock] = [await findChainState(db, "eth"), await findPriceClock(db, "eth")];
      return state?.balances?.hash === hash && (clock?.timeAt ?? 0) > Number(timestamp) - STEP;
    },
    { timeout: 30_000, interval: 50 },
  );
  return { client, stop };
}

describe.each([
  ["2038-01-19T03:14:08Z", 2 ** 31],
  ["2106-02-07T06:28:16Z", 2 ** 32],
])("around %s", (text, end) => {
  let client: PorticoClient;
  let stop: () => Promise<void>;
  const newest = end + (STEPS - 2) * STEP + 1;
  const paidAt = Array.from({ length: STEPS }, (_, n) => newest - n * STEP);

  beforeAll(async () => {
    ({ client, stop } = await serve(await playAround(end)));
  });
  afterAll(() => stop());

  test("the chain's status has its block time", async () => {
    expect(Date.parse(text) / 1_000).toBe(end);
    const chains = await unwrap(client.GET("/v1/chain/status"));
    expect(chains).toMatchObject([{ id: "eth", block_time: newest, head_time: newest, lag_seconds: 0 }]);
  });

  test("history has the times of its transactions, and continues from each of them", async () => {
    const read = async (start?: number) => {
      const query = { id: devnet.demoOwner, chain_id: "eth", ...(start !== undefined && { start_time: start }) };
      const [page] = await unwrap(client.GET("/v1/user/history_list", { params: { query } }));
      return page?.history_list.map(({ time_at }) => time_at);
    };
    expect(await read()).toEqual(paidAt);
    expect(await read(end)).toEqual(paidAt.filter((timeAt) => timeAt < end));
  });

  test("prices are correct now, for the past day and as a curve", async () => {
    const query = { chain_id: "eth", id: "eth" };
    // a notification informs the API of stored blocks
    const readPrice = async () => (await unwrap(client.GET("/v1/token", { params: { query } }))).price;
    await vi.waitFor(async () => expect(await readPrice()).toBe(USD), { timeout: 20_000 });
    const day = { ...query, date_at: text.slice(0, 10) };
    expect(await unwrap(client.GET("/v1/token/history_price", { params: { query: day } }))).toEqual({ price: USD });
    const owner = { id: devnet.demoOwner };
    const curve = await unwrap(client.GET("/v1/user/total_net_curve", { params: { query: owner } }));
    const late = curve.usd_value_list.filter(([timeAt, usd]) => timeAt >= end - STEP && usd > USD);
    expect(curve.timestamp).toBe(newest);
    expect(late.map(([timeAt]) => timeAt)).toEqual(paidAt.toReversed());
  });
});
