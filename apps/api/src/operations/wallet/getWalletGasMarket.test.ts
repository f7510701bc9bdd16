import type { GasPrice } from "@portico/contract";
import { createRpc, getChain } from "@portico/evm";
import { startBareChain } from "@portico/devnet";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createChainRpcs } from "../../data/chains/chainRpcs.ts";
import { createGasMarkets } from "../../data/chains/gasMarket.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { startCountingRpc } from "../../testing/startCountingRpc.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const chain = await startBareChain(1);
const rpc = await startCountingRpc(chain.rpcUrl);
const rpcUrls = new Map([
  ["eth", [rpc.url]],
  ["arb", ["http://127.0.0.1:9"]],
]);
const api = await startFilledApi({ rpcUrls });
afterAll(async () => {
  await api.stop();
  await rpc.stop();
  await chain.stop();
});

const eth = getChain("eth");
const getHead = () => createRpc({ chain: eth, urls: [chain.rpcUrl] }).getBlock();
const get = (query: string) => api.get(`/v1/wallet/gas_market?${query}`);
const request = async (query: string): Promise<GasPrice[]> => {
  const res = await get(query);
  expect(res.status).toBe(200);
  return (await res.json()) as GasPrice[];
};
const count = (method: string) =>
  rpc
    .take()
    .flat()
    .filter((name) => name === method).length;

beforeEach(() => void rpc.take());

test("three levels in order, each for the next block, and the header has the block", async () => {
  const head = await getHead();
  const res = await get("chain_id=eth");
  const levels = (await res.json()) as GasPrice[];
  expect(levels.map(({ level }) => level)).toEqual(["slow", "normal", "fast"]);
  for (const level of levels) {
    expect(level).toMatchObject({ front_tx_count: null, l1_data_fee: null, base_fee: levels[0]!.base_fee });
    expect(level.price).toBeGreaterThanOrEqual(level.base_fee! + level.priority_price!);
    expect(level.priority_price).toBeGreaterThan(0);
  }
  expect(res.headers.get("portico-chains")).toBe(`eth;block=${head.number};time=${head.timestamp}`);
});

test.each([
  ["custom_price=25000000000", ["custom", 25_000_000_000]],
  ["custom_price=25000000000.999", ["custom", 25_000_000_000]],
  ["custom_price=1", ["custom", 1]],
  ["custom_price=0", undefined],
  ["custom_price=0.9", undefined],
  ["custom_price=", undefined],
])("%s adds the fourth level %j", async (query, expected) => {
  const [, , , custom, ...more] = await request(`chain_id=eth&${query}`);
  expect(custom && [custom.level, custom.price]).toEqual(expected);
  expect(more).toEqual([]);
});

test("a custom price has its tip above the base fee, and its time, if it is ever included", async () => {
  const [, , fast, high] = await request("chain_id=eth&custom_price=25000000000");
  expect(high).toEqual({ ...fast, level: "custom", price: 25e9, priority_price: 25e9 - fast!.base_fee! });
  const [, , , low] = await request("chain_id=eth&custom_price=1");
  expect(low).toMatchObject({ priority_price: 0, estimated_seconds: null });
});

test("concurrent requests are read once, and not again before the next block is due", async () => {
  let time = Number((await getHead()).timestamp) * 1000;
  const markets = createGasMarkets(createChainRpcs(rpcUrls), { now: () => time });
  await Promise.all(Array.from({ length: 20 }, () => markets.read(eth)));
  const methods = rpc.take().flat();
  expect(methods.filter((method) => method === "eth_feeHistory")).toHaveLength(1);
  const before = await markets.read(eth);
  expect(rpc.take()).toEqual([]);

  const { window } = before;
  time += (window.blockSeconds ?? 12) * 1000 + 15_000;
  expect(await markets.read(eth)).toBe(before);
  expect(rpc.take()).toEqual([["eth_getBlockByNumber"]]);

  await chain.mine();
  time += 15_000;
  const after = await markets.read(eth);
  expect([after.head.blockNumber, count("eth_feeHistory")]).toEqual([before.head.blockNumber + 1n, 1]);

  time -= 3_600_000; // the clock is corrected: the cache isn't used for an hour
  await markets.read(eth);
  expect(rpc.take()).toEqual([["eth_getBlockByNumber"]]);
});

test("a hanging node is a 503 in time, and its late response is used for the next request", async () => {
  const markets = createGasMarkets(createChainRpcs(rpcUrls), { waitMs: 30 });
  const letGo = rpc.hold();
  await expect(markets.read(eth)).rejects.toMatchObject({ code: "upstream_error" });
  letGo();
  await expect.poll(() => markets.read(eth)).toMatchObject({ head: { blockNumber: (await getHead()).number } });
});

test.each([
  ["chain_id=bsc", "400 invalid_chain", null],
  ["chain_id=nope", "400 invalid_chain", null],
  ["chain_id=eth&custom_price=-1", "400 invalid_params", null],
  ["chain_id=eth&custom_price=1e9", "400 invalid_params", null],
  ["chain_id=base", "503 upstream_error", "60"],
  ["chain_id=arb", "503 upstream_error", "2"],
])("%s is rejected: %s", async (query, expected, retryAfter) => {
  const res = await get(query);
  const { status, code } = await readProblem(res);
  expect([`${status} ${code}`, res.headers.get("retry-after")]).toEqual([expected, retryAfter]);
});
