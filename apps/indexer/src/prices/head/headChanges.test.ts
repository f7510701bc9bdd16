import { setTimeout as sleep } from "node:timers/promises";
import { chainlinkFeeds, createRpc, getChain, listAaveTokens, NATIVE_TOKEN } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import {
  listCurrencyFeeds,
  listFeeds,
  listPools,
  listTokens as listDevnetTokens,
  nameAddress,
  startDevnet,
  STETH,
  TREASURY,
  VAULT,
  WSTETH,
} from "@portico/devnet";
import { getPairAddress } from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import {
  findChainState,
  listExchangeRates,
  listPrices,
  listPriceSources,
  listTokens,
  upsertTokens,
} from "@portico/store";
import type { Store } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { pino } from "pino";
import { concat, encodeAbiParameters, encodeFunctionData, erc20Abi, keccak256, numberToHex, pad, parseAbi } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createChainRpc } from "../../chain/chainWork.ts";
import { runIndexer } from "../../runIndexer.ts";
import { toLowerCase } from "../../testing/compare.ts";
import { listDevnetChains, syncToHead } from "../../testing/sync.ts";
import { readExchangeRates } from "../currencies/syncExchangeRates.ts";
import { findRates } from "../rates/findRates.ts";
import { driveChain } from "../testing/driveChain.ts";
import type { ChainDriver } from "../testing/driveChain.ts";

const { feed: ETH_FEED, heartbeatSeconds } = chainlinkFeeds["eth"]![NATIVE_TOKEN]!;
const WETH = getChain("eth").wrappedToken!;
const ROUTER: Address = "0x7a250d5630b4cf539739df2c5dacb4c659f2488d"; // Uniswap V2's
const DAY_SECONDS = 86_400;

let devnet: Devnet;
let database: TestDatabase;
let eth: ChainDriver;
const stop = new AbortController();
let running: Promise<void> = Promise.resolve();

/** One process follows the chain through all events of this file. */
beforeAll(async () => {
  [devnet, database] = await Promise.all([
    startDevnet({ chains: ["eth"], seed: 5, size: { people: 4, transactions: 60, days: 2 } }),
    createTestDatabase(),
  ]);
  eth = driveChain("eth", devnet.chains.eth!.rpcUrl);
  const log = pino({ level: "fatal" });
  running = runIndexer({ db: database.db, chains: listDevnetChains(devnet), log, signal: stop.signal, pollMs: 10 });
  await untilHead();
});

afterAll(async () => {
  stop.abort();
  await running;
  await Promise.all([devnet.stop(), database.drop()]);
});

async function untilHead(): Promise<void> {
  const { hash } = await eth.getHead();
  while ((await findChainState(database.db, "eth"))?.balances?.hash !== hash) await sleep(10);
}

/** Rates have no time of change on chain: theirs is the reader's. */
const readPrices = async (db: Store) =>
  new Map(
    (await listPrices(db, ["eth"])).map(({ token, usd, source, timeAt }) => [
      token,
      { usd, source, timeAt: source === "share" || source === "receipt" ? undefined : timeAt },
    ]),
  );

/** After another block. */
async function readUsd(token: Address): Promise<number | undefined> {
  await eth.pass(12);
  await untilHead();
  return (await readPrices(database.db)).get(token)?.usd;
}

/** Prices from another process that starts here, with nothing stored. */
async function readAfresh(): Promise<Awaited<ReturnType<typeof readPrices>>> {
  const other = await createTestDatabase();
  await syncToHead(other.db, listDevnetChains(devnet));
  const prices = await readPrices(other.db);
  await other.drop();
  return prices;
}

const token = (symbol: string): Address =>
  toLowerCase(listDevnetTokens("eth").find((row) => row.symbol === symbol)!.address);

const routerAbi = parseAbi([
  "function swapExactTokensForTokens(uint256 amountIn, uint256 least, address[] path, address to, uint256 deadline)",
]);

/** Sells a token for WETH in its V2 pool. */
async function sell(symbol: string, rawAmount: bigint, afterSeconds: number): Promise<void> {
  const args = [rawAmount, 0n, [token(symbol), WETH], TREASURY, 2n ** 40n] as const;
  const data = encodeFunctionData({ abi: routerAbi, functionName: "swapExactTokensForTokens", args });
  await eth.send(TREASURY, ROUTER, data, afterSeconds);
}

/** A contract that returns these words for any call; the first is read as `decimals` and as the round. */
async function answer(address: Address, words: readonly bigint[]): Promise<void> {
  const data: Hex = encodeAbiParameters(
    words.map(() => ({ type: "int256" })),
    words,
  );
  const length = (data.length / 2 - 1).toString(16).padStart(4, "0");
  await eth.request("anvil_setCode", address, `0x61${length}600c5f3961${length}5ff3${data.slice(2)}`);
}

test("a process that has followed trades and rounds has the same prices as one that starts there", async () => {
  const before = await readPrices(database.db);
  await sell("DAI", 10n ** 23n, 400);
  await untilHead();
  await sell("USDC", 10n ** 12n, 700);
  await eth.report("ETH", 3_456_00000000n);
  await eth.report("USDC", 99_990_000n);
  await untilHead();
  await eth.pass(650);
  await untilHead();
  const after = await readPrices(database.db);
  expect(after).not.toEqual(before);
  expect(after.get(NATIVE_TOKEN)).toMatchObject({ usd: 3_456, source: "chainlink" });
  expect(after).toEqual(await readAfresh());
});

test("a reorg reverts its prices, and a price is that of the other branch", async () => {
  await untilHead();
  const before = await readPrices(database.db);
  const snapshot = await eth.request("evm_snapshot");
  await sell("USDC", 10n ** 12n, 300);
  await eth.report("ETH", 5_000_00000000n);
  await eth.pass(1_900);
  await untilHead();
  expect((await readPrices(database.db)).get(NATIVE_TOKEN)?.usd).toBe(5_000);
  await eth.request("evm_revert", snapshot);
  await eth.pass(13);
  await untilHead();
  const after = await readPrices(database.db);
  expect(after.get(NATIVE_TOKEN)).toEqual(before.get(NATIVE_TOKEN));
  expect(after).toEqual(await readAfresh());
});

test("zero, a negative answer, a wrong unit, a round carried over, and one of the future are not prices", async () => {
  const code = await eth.request("eth_getCode", ETH_FEED, "latest");
  const evaluate = async (...words: [round: bigint, usd: bigint, ago: bigint, answeredIn: bigint]) => {
    const [round, usd, ago, answeredIn] = words;
    await answer(ETH_FEED, [round, usd, 0n, BigInt((await eth.getHead()).timeAt + 12) - ago, answeredIn]);
    return readUsd(NATIVE_TOKEN);
  };
  expect(await evaluate(8n, 3_000_12345678n, 0n, 8n)).toBe(3_000.12345678);
  expect(await evaluate(8n, 0n, 0n, 8n)).toBeUndefined();
  expect(await evaluate(8n, -5n, 0n, 8n)).toBeUndefined();
  expect(await evaluate(18n, 3_000_12345678n, 0n, 18n)).toBeUndefined();
  expect(await evaluate(8n, 3_000_12345678n, 0n, 7n)).toBeUndefined();
  expect(await evaluate(8n, 3_000_12345678n, -1_000n, 8n)).toBeUndefined();
  expect(await evaluate(8n, 5_00000000n, BigInt(heartbeatSeconds), 8n)).toBe(5);
  expect(await evaluate(8n, 5_00000000n, BigInt(heartbeatSeconds) + 301n, 8n)).toBeUndefined();
  const prices = await readPrices(database.db);
  expect(prices.has(WETH)).toBe(false);
  expect(prices.has(token("USDC"))).toBe(true);
  await eth.request("anvil_setCode", ETH_FEED, code);
  expect(await readUsd(NATIVE_TOKEN)).toBe(3_456);
});

test("a feed that is silent for a day and an hour has no price any more", async () => {
  const snapshot = await eth.request("evm_snapshot");
  expect(await readUsd(token("USDC"))).toBe(0.9999);
  await eth.pass(DAY_SECONDS + 3_600);
  await untilHead();
  expect((await readPrices(database.db)).has(token("USDC"))).toBe(false);
  await eth.request("evm_revert", snapshot);
  expect(await readUsd(token("USDC"))).toBe(0.9999);
});

const proxyAbi = parseAbi([
  "function owner() view returns (address)",
  "function proposeAggregator(address aggregator)",
  "function confirmAggregator(address aggregator)",
]);

test("a proxy's next phase is followed from the block that confirms it", async () => {
  const next: Address = nameAddress("next aggregator");
  await answer(next, [8n, 4_321_00000000n, 0n, BigInt((await eth.getHead()).timeAt), 8n]);
  const owner = await eth.request(
    "eth_call",
    { to: ETH_FEED, data: encodeFunctionData({ abi: proxyAbi, functionName: "owner" }) },
    "latest",
  );
  for (const functionName of ["proposeAggregator", "confirmAggregator"] as const) {
    expect((await readPrices(database.db)).get(NATIVE_TOKEN)?.usd).toBe(3_456);
    await eth.send(`0x${owner.slice(26)}`, ETH_FEED, encodeFunctionData({ abi: proxyAbi, functionName, args: [next] }));
    await untilHead();
  }
  expect((await readPrices(database.db)).get(NATIVE_TOKEN)?.usd).toBe(4_321);
  const phases = (await listPriceSources(database.db, "eth")).filter(({ feed }) => feed === ETH_FEED);
  const { aggregator } = listFeeds("eth").find(({ asset }) => asset === "ETH")!;
  expect(new Map(phases.map(({ phase, address }) => [phase, address]))).toEqual(
    new Map([
      [1, toLowerCase(aggregator)],
      [2, toLowerCase(next)],
    ]),
  );
});

test("an Aave receipt is accepted if it names the table's asset, a vault if it names another token", async () => {
  const { rpc, chain } = createChainRpc("eth", [devnet.chains.eth!.rpcUrl]);
  const [receipt, other] = listAaveTokens("eth").filter(({ underlying }) => underlying === token("USDC"));
  const [self, empty]: Address[] = [nameAddress("own share"), nameAddress("nothing")].map(toLowerCase);
  await answer(receipt!.token, [BigInt(token("USDC"))]);
  await answer(other!.token, [BigInt(token("DAI"))]);
  await answer(self!, [BigInt(self!)]);
  const tokens = [receipt!.token, other!.token, self!, empty!, token("DAI"), toLowerCase(VAULT), toLowerCase(WSTETH)];
  const { blockNumber } = await eth.getHead();
  const found = await findRates({ chain, rpc }, tokens, blockNumber);
  expect(new Map(found.map(({ address, kind, token0 }) => [address, [kind, token0]]))).toEqual(
    new Map([
      [receipt!.token, ["rate", token("USDC")]],
      [toLowerCase(VAULT), ["rate", token("USDC")]],
      [toLowerCase(WSTETH), ["rate", toLowerCase(STETH)]],
    ]),
  );
});

test("a pool with the code and tokens of a real one is ignored if no known factory deployed it", async () => {
  const row = listPools("eth", "v2").find(({ token0, token1 }) => token0.symbol === "MKR" && token1.symbol === "WETH")!;
  const real = getPairAddress("eth", row);
  const fake: Address = nameAddress("fake pool");
  await eth.request("anvil_setCode", fake, await eth.request("eth_getCode", real, "latest"));
  for (let slot = 0; slot < 13; slot++) {
    const at = `0x${slot.toString(16)}`;
    await eth.request(
      "anvil_setStorageAt",
      fake,
      pad(at as Hex),
      pad(await eth.request("eth_getStorageAt", real, at, "latest")),
    );
  }
  const give = (amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [fake, amount] });
  await eth.send(TREASURY, row.token0.address, give(10n ** 18n));
  await eth.send(TREASURY, row.token1.address, give(10n ** 21n));
  const before = (await readPrices(database.db)).get(token("MKR"));
  expect(before?.source).toBe("uniswap2");
  await eth.send(TREASURY, fake, encodeFunctionData({ abi: parseAbi(["function sync()"]), functionName: "sync" }));
  await eth.pass(1_900);
  await untilHead();
  expect((await listPriceSources(database.db, "eth")).find(({ address }) => address === toLowerCase(fake))?.kind).toBe(
    "none",
  );
  expect((await readPrices(database.db)).get(token("MKR"))).toEqual(before);
  const observed = await database.db.selectFrom("price_observation").select("address").execute();
  expect(observed.some(({ address }) => address === `\\x${fake.slice(2).toLowerCase()}`)).toBe(false);
  expect(observed.some(({ address }) => address === `\\x${real.slice(2).toLowerCase()}`)).toBe(true);
});

test("a token with a false supply is worth nothing when someone has more of it than its pools could ever pay", async () => {
  const snapshot = await eth.request("evm_snapshot");
  const pepe = token("PEPE");
  const holder: Address = nameAddress("rich");
  const setSlot = (slot: Hex, value: bigint) =>
    eth.request("anvil_setStorageAt", pepe, slot, numberToHex(value, { size: 32 }));
  const isPriced = async () => (await readPrices(database.db)).has(pepe);
  const pay = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [TREASURY, 1n] });
  const balanceSlot = keccak256(concat([pad(holder), numberToHex(3, { size: 32 })]));
  await setSlot(numberToHex(2, { size: 32 }), 1n); // totalSupply
  await setSlot(balanceSlot, 2n);
  await eth.send(holder, pepe, pay, 400);
  await untilHead();
  expect(await isPriced()).toBe(true);
  await setSlot(balanceSlot, 10n ** 60n);
  await eth.send(holder, pepe, pay);
  await untilHead();
  expect(await isPriced()).toBe(false);
  await eth.request("evm_revert", snapshot);
  await eth.pass(13);
  await untilHead();
  expect(await isPriced()).toBe(true);
});

test("pools without events since the index began are found through their factories, and priced half an hour later", async () => {
  const tokens = await listTokens(database.db, ["eth"]);
  const { blockNumber } = await eth.getHead();
  await eth.pass(12);
  await eth.pass(1_900);
  await untilHead();
  const other = await createTestDatabase();
  const listed = new Set([WETH, ...["USDC", "USDT", "DAI", "UNI", "MKR", "PEPE"].map(token)]);
  await upsertTokens(
    other.db,
    tokens.filter(({ address }) => listed.has(address)).map((row) => ({ ...row, isVerified: true })),
  );
  const [chain] = listDevnetChains(devnet);
  await syncToHead(other.db, [{ ...chain!, startBlock: blockNumber + 1n }]);
  const [found, known] = await Promise.all([listPriceSources(other.db, "eth"), listPriceSources(database.db, "eth")]);
  const isWanted = ({ kind, token0, token1 }: (typeof known)[number]): boolean =>
    (kind === "v2" || kind === "v3") && [token0, token1].every((side) => side !== null && listed.has(side));
  const toPool = ({ address, kind, token0, token1, fee }: (typeof known)[number]) => ({
    address,
    kind,
    token0,
    token1,
    fee,
  });
  expect(found.filter(({ kind }) => kind === "v2" || kind === "v3").map(toPool)).toEqual(
    known.filter(isWanted).map(toPool),
  );
  const [after, before] = await Promise.all([readPrices(other.db), readPrices(database.db)]);
  const usd = (prices: typeof after) =>
    [...prices]
      .map(([address, price]) => [address, price.usd, price.source])
      .filter(([address]) => priced.has(address as Address));
  const priced = new Set([...listed, ...found.map(({ address }) => address)]);
  expect(usd(after)).toEqual(usd(before));
  expect([...after.values()].filter(({ source }) => source === "lp").length).toBeGreaterThan(1);
  await other.drop();
});

test("currencies have the rates of their feeds, with block and time, and none if a feed is late or another one", async () => {
  const chain = getChain("eth");
  const rpc = createRpc({ chain, urls: [devnet.chains.eth!.rpcUrl] });
  const aggregatorAbi = parseAbi(["function latestRound() view returns (uint256)", "function submit(uint256, int256)"]);
  const report = async (currency: string, answered: bigint): Promise<void> => {
    const { aggregator } = listCurrencyFeeds("eth").find((feed) => feed.currency === currency)!;
    const call = { abi: aggregatorAbi, functionName: "latestRound" } as const;
    const round = BigInt(await eth.request("eth_call", { to: aggregator, data: encodeFunctionData(call) }, "latest"));
    const args = [round + 1n, answered] as const;
    const data = encodeFunctionData({ abi: aggregatorAbi, functionName: "submit", args });
    await eth.send(nameAddress("oracle"), aggregator, data);
  };
  const read = async () => {
    await untilHead();
    await readExchangeRates({ db: database.db, chain, rpc });
    return new Map((await listExchangeRates(database.db)).map((rate) => [rate.currency, rate]));
  };
  for (const { currency, usd } of listCurrencyFeeds("eth")) await report(currency, BigInt(Math.round(usd * 1e8)));
  await report("EUR", 1_25000000n);
  await eth.report("BTC", 90_000_00000000n);
  const { timeAt } = await eth.getHead();
  await eth.pass(100);
  const rates = await read();
  const head = await eth.getHead();
  for (const { currency, usd, address } of listCurrencyFeeds("eth")) {
    const expected = { usd: currency === "EUR" ? 1.25 : usd, feed: address.toLowerCase(), chain: "eth" };
    expect(rates.get(currency)).toMatchObject({ ...expected, blockNumber: head.blockNumber, timeAt: head.timeAt });
  }
  expect(rates.get("BTC")).toMatchObject({ usd: 90_000, answeredAt: timeAt });
  const { address } = listCurrencyFeeds("eth").find((feed) => feed.currency === "GBP")!;
  const code = await eth.request("eth_getCode", address, "latest");
  await eth.request("anvil_setCode", address, "0x5f5ff3"); // says nothing
  expect([...(await read()).keys()]).not.toContain("GBP");
  await eth.request("anvil_setCode", address, code);
  expect([...(await read()).keys()]).toContain("GBP");
  await eth.pass(DAY_SECONDS + 3_600);
  await untilHead();
  expect(await listExchangeRates(database.db)).toEqual([]); // late, even if nothing has been read since
  expect([...(await read()).keys()]).toEqual([]);
});
