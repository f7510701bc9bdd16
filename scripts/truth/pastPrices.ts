import { type ChainlinkFeed, chainlinkFeeds, getChain, NATIVE_TOKEN } from "@portico/evm";
import {
  getPairAddress,
  getPoolAddress,
  listPools,
  type DevnetChain,
  type DevnetPool,
  type DevnetToken,
} from "@portico/devnet";
import {
  type Abi,
  type Address,
  decodeEventLog,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbi,
  toEventSelector,
} from "viem";
import type { ChainReader } from "./chainReader.ts";
import { toWhole } from "./chainTruth.ts";

/** Historical prices of a devnet's tokens, from rounds and events read one by one, without code of the service. */
export interface PastPrices {
  /**
   * US dollars per whole token, 0 if no price is trustworthy; undefined for prices not computed here: shares, rates.
   */
  readonly find: (token: Address, timeAt: number) => number | undefined;
  /** The time of the last round of its feed. */
  readonly findRound: (token: Address) => number | undefined;
}

interface ObservedAnswer {
  timeAt: number;
  value: number;
}

const GRACE = 300;
const WINDOW = 1_800;
const PEG_TOLERANCE = 0.03;
/** For a token with a million dollars in its pools; a devnet's pools hold more. */
const WORTH_PER_DEPTH = 2_000;
const proxyAbi = parseAbi([
  "function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)",
  "function getRoundData(uint80) view returns (uint80, int256, uint256, uint256, uint80)",
]);
const poolAbi: Abi = parseAbi([
  "event Sync(uint112 reserve0, uint112 reserve1)",
  "event Swap(address indexed sender, address indexed to, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)",
]);
const POOL_TOPICS = ["Sync(uint112,uint112)", "Swap(address,address,int256,int256,uint160,uint128,int24)"].map(
  (event) => toEventSelector(event),
);

const lower = (address: Address): Address => address.toLowerCase() as Address;
const findLast = (observed: readonly ObservedAnswer[], timeAt: number): ObservedAnswer | undefined =>
  observed.findLast((one) => one.timeAt <= timeAt);

export async function readPastPrices(chain: DevnetChain, reader: ChainReader): Promise<PastPrices> {
  const feeds = new Map(Object.entries(chainlinkFeeds[chain] ?? {}) as [Address, ChainlinkFeed][]);
  const wrapped = getChain(chain).wrappedToken as Address;
  const rounds = new Map<Address, ObservedAnswer[]>();
  for (const { feed } of feeds.values()) if (!rounds.has(feed)) rounds.set(feed, await readRounds(reader, feed));
  const feedUsd = (token: Address, timeAt: number): number => {
    const row = feeds.get(token);
    const newest = row && findLast(rounds.get(row.feed) ?? [], timeAt);
    return newest !== undefined && timeAt - newest.timeAt <= row!.heartbeatSeconds + GRACE ? newest.value : 0;
  };
  const pools = await readCoinPools(chain, reader, (token) => token === wrapped || feeds.get(token)?.isPeg === false);
  const poolUsd = (token: Address, timeAt: number): number | undefined => {
    const ratios = pools.get(token);
    return ratios && meanOf(ratios.observed, timeAt) * feedUsd(NATIVE_TOKEN, timeAt);
  };
  /** Of a pegged token: the feed's price, unless the pool deviates and is deep enough for the whole supply. */
  const pegUsd = (token: Address, timeAt: number): number => {
    const [usd, traded] = [feedUsd(token, timeAt), poolUsd(token, timeAt) ?? 0];
    const depthUsd = 2 * minOf(pools.get(token)?.observed ?? [], timeAt) * feedUsd(NATIVE_TOKEN, timeAt);
    const isDenied = traded > 0 && Math.abs(traded / usd - 1) > PEG_TOLERANCE;
    return usd > 0 && isDenied && (pools.get(token)?.supply ?? 0) * traded <= WORTH_PER_DEPTH * depthUsd ? traded : usd;
  };
  return {
    find(token, timeAt) {
      if (token === wrapped) return feedUsd(NATIVE_TOKEN, timeAt);
      return feeds.has(token) ? pegUsd(token, timeAt) : poolUsd(token, timeAt);
    },
    findRound: (token) => rounds.get(feeds.get(token === wrapped ? NATIVE_TOKEN : token)?.feed ?? "0x")?.at(-1)?.timeAt,
  };
}

/** Every round that the proxy still returns, one call each; empty if the feed is not deployed. */
async function readRounds(reader: ChainReader, to: Address): Promise<ObservedAnswer[]> {
  const request = async (calls: readonly Hex[]) => reader.callMany(calls.map((data) => ({ to, data })));
  const [newest] = await request([encodeFunctionData({ abi: proxyAbi, functionName: "latestRoundData" })]);
  if (newest === undefined || newest === "0x") return [];
  const [latest] = decodeFunctionResult({ abi: proxyAbi, functionName: "latestRoundData", data: newest });
  const phase = (latest >> 64n) << 64n;
  const ids = Array.from({ length: Number(latest - phase) }, (_, index) => phase + BigInt(index + 1));
  const answers = await request(
    ids.map((id) => encodeFunctionData({ abi: proxyAbi, functionName: "getRoundData", args: [id] })),
  );
  return answers.flatMap((data) => {
    if (data === undefined) return [];
    const [, answer, , updatedAt] = decodeFunctionResult({ abi: proxyAbi, functionName: "getRoundData", data });
    return [{ timeAt: Number(updatedAt), value: Number(answer) / 1e8 }];
  });
}

interface CoinPool {
  observed: readonly PoolObservation[];
  /** Current supply in whole tokens. */
  supply: number;
}

/** `value`: price of the token in native coins. */
interface PoolObservation extends ObservedAnswer {
  /** Whole native coins in the pool. */
  coins: number;
}

/** By token, for tokens without a feed of their own; each has one pool with the wrapped coin. */
async function readCoinPools(chain: DevnetChain, reader: ChainReader, isPriced: (token: Address) => boolean) {
  const pools = new Map<Address, CoinPool>();
  for (const pool of [...listPools(chain, "v2"), ...listPools(chain, "v3")]) {
    const token = [pool.token0, pool.token1].find(({ address }) => !isPriced(lower(address)));
    if (token === undefined) continue;
    const observed = await readRatios(chain, reader, pool);
    pools.set(lower(token.address), { observed, supply: await readSupply(reader, token) });
  }
  return pools;
}

async function readSupply(reader: ChainReader, { address: to, decimals }: DevnetToken): Promise<number> {
  const [supply = "0x0"] = await reader.callMany([
    { to, data: encodeFunctionData({ abi: erc20Abi, functionName: "totalSupply" }) },
  ]);
  return toWhole(BigInt(supply), decimals);
}

async function readRatios(chain: DevnetChain, reader: ChainReader, pool: DevnetPool): Promise<PoolObservation[]> {
  const address = pool.dex === "v2" ? getPairAddress(chain, pool) : getPoolAddress(chain, pool);
  const filter = { address, fromBlock: "0x0", toBlock: "latest", topics: [POOL_TOPICS] };
  const logs = await reader.request<{ topics: [Hex, ...Hex[]]; data: Hex; blockTimestamp: Hex }[]>("eth_getLogs", [
    filter,
  ]);
  return logs.map(({ topics, data, blockTimestamp }) => {
    const { args } = decodeEventLog({ abi: poolAbi, topics, data }) as unknown as { args: Record<string, bigint> };
    const sides = readSides(args);
    const [amount0 = NaN, amount1 = NaN] = sides.map(
      (raw, side) => raw / 10 ** (side === 0 ? pool.token0 : pool.token1).decimals,
    );
    const [coins, tokens] = pool.token0.symbol === "WETH" ? [amount0, amount1] : [amount1, amount0];
    return { timeAt: Number(blockTimestamp), value: coins / tokens, coins };
  });
}

/** The reserves of a V2 pool, or the virtual reserves of a V3 pool; base units. */
function readSides({ reserve0, reserve1, sqrtPriceX96, liquidity }: Record<string, bigint>): [number, number] {
  if (reserve0 !== undefined) return [Number(reserve0), Number(reserve1)];
  const root = Number(sqrtPriceX96) / 2 ** 96;
  return [Number(liquidity) / root, Number(liquidity) * root];
}

/** The minimum of a pool's native coins in the half hour before a time. */
function minOf(observed: readonly PoolObservation[], timeAt: number): number {
  const during = observed.filter(
    (one, index) => one.timeAt < timeAt && (observed[index + 1]?.timeAt ?? timeAt) > timeAt - WINDOW,
  );
  return Math.min(...during.map(({ coins }) => coins));
}

/**
 * The geometric mean over the half hour before a time; 0 if the pool is younger. A V3 pool counts from its first trade,
 * which is the first to show its liquidity.
 */
function meanOf(observed: readonly ObservedAnswer[], timeAt: number): number {
  const first = observed[0];
  if (first === undefined || first.timeAt > timeAt - WINDOW) return 0;
  let sum = 0;
  for (const [index, one] of observed.entries()) {
    const from = Math.max(one.timeAt, timeAt - WINDOW);
    const until = Math.min(observed[index + 1]?.timeAt ?? timeAt, timeAt);
    if (until > from) sum += Math.log(one.value) * (until - from);
  }
  return Math.exp(sum / WINDOW);
}
