import { chainlinkFeeds, createRpc, getChain, NATIVE_TOKEN } from "@portico/evm";
import type { Address, Hex, Rpc } from "@portico/evm";
import { startPocket } from "@portico/pocket";
import type { Pocket } from "@portico/pocket";
import type { BlockRef } from "@portico/store";
import { encodeAbiParameters } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPrices } from "./prices.ts";

const chain = getChain("eth");
const feeds = chainlinkFeeds["eth"]!;
const { feed: ETH_FEED, heartbeatSeconds } = feeds[NATIVE_TOKEN]!;

let pocket: Pocket;
let rpc: Rpc;

beforeAll(async () => {
  pocket = await startPocket({ chains: ["eth"], size: { people: 2, transactions: 0, days: 2 } });
  rpc = createRpc({ chain, urls: [pocket.chains.eth!.rpcUrl] });
});

afterAll(async () => {
  await pocket.stop();
});

interface AnyMethod {
  Method: string;
  Parameters: unknown[];
  ReturnType: unknown;
}

const ask = (method: string, ...params: unknown[]) => rpc.request<AnyMethod>({ method, params });

async function getHead(): Promise<BlockRef> {
  const { number, hash, timestamp } = await rpc.getBlock();
  return { blockNumber: number, hash, timeAt: Number(timestamp) };
}

/** A contract that answers these words to whatever is called; the first is read as `decimals` and as the round. */
async function answer(feed: Address, words: readonly bigint[]): Promise<void> {
  const data: Hex = encodeAbiParameters(
    words.map(() => ({ type: "int256" })),
    words,
  );
  const length = (data.length / 2 - 1).toString(16).padStart(4, "0");
  await ask("anvil_setCode", feed, `0x61${length}600c5f3961${length}5ff3${data.slice(2)}`);
}

async function readNative(words?: readonly bigint[]): Promise<number | undefined> {
  if (words !== undefined) await answer(ETH_FEED, words);
  const prices = await readPrices({ chain, rpc }, await getHead());
  return prices.find(({ token }) => token === NATIVE_TOKEN)?.usd;
}

test("a feed's price is its answer with the feed's decimals, and the wrapper's is the native coin's", async () => {
  const head = await getHead();
  await answer(ETH_FEED, [8n, 3_000_12345678n, 0n, BigInt(head.timeAt), 8n]);
  const prices = await readPrices({ chain, rpc }, head);
  const expected = { usd: 3000.12345678, blockNumber: head.blockNumber, timeAt: head.timeAt };
  expect(prices).toContainEqual({ ...expected, token: NATIVE_TOKEN, source: "chainlink" });
  expect(prices).toContainEqual({ ...expected, token: chain.wrappedToken, source: "wrapped" });
});

test("zero, a negative answer, a round in the future and one that never was give no price", async () => {
  const now = BigInt((await getHead()).timeAt);
  expect(await readNative([8n, 0n, 0n, now, 8n])).toBeUndefined();
  expect(await readNative([8n, -5n, 0n, now, 8n])).toBeUndefined();
  expect(await readNative([8n, 5n, 0n, now + 1_000n, 8n])).toBeUndefined();
  expect(await readNative([8n, 5n, 0n, 0n, 8n])).toBeUndefined();
});

test("an answer older than its heartbeat is no price, by the block's time", async () => {
  const now = BigInt((await getHead()).timeAt);
  expect(await readNative([8n, 5_00000000n, 0n, now - BigInt(heartbeatSeconds), 8n])).toBe(5);
  expect(await readNative([8n, 5_00000000n, 0n, now - BigInt(heartbeatSeconds) - 301n, 8n])).toBeUndefined();
});

test("a feed that does not stand or fails costs itself only", async () => {
  await ask("anvil_setCode", ETH_FEED, "0x5f5ffd");
  const prices = await readPrices({ chain, rpc }, await getHead());
  expect(prices.some(({ token }) => token === NATIVE_TOKEN)).toBe(false);
  expect(prices.length).toBeGreaterThan(3);
  expect(prices.length).toBeLessThan(Object.keys(feeds).length);
});

test("a chain without feeds has no prices", async () => {
  expect(await readPrices({ chain: { ...chain, id: "zora" }, rpc }, await getHead())).toEqual([]);
});
