import { chainlinkFeeds, getChain, listPoolFactories, NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import { aaveV3Reserves, listPools, listTokens, STETH, VAULT, WSTETH } from "@portico/devnet";
import type { DevnetChain, DevnetPool } from "@portico/devnet";
import { createPublicClient, erc20Abi, http, parseAbi } from "viem";
import type { PublicClient } from "viem";
import { toLowerCase } from "../../testing/compare.ts";

const WINDOW = 1_800;
const abi = parseAbi([
  "function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)",
  "function getPair(address, address) view returns (address)",
  "function getPool(address, address, uint24) view returns (address)",
  "function getReserves() view returns (uint112, uint112, uint32)",
  "function convertToAssets(uint256) view returns (uint256)",
  "function stEthPerToken() view returns (uint256)",
  "function observe(uint32[]) view returns (int56[], uint160[])",
  "event Sync(uint112 reserve0, uint112 reserve1)",
  "event Initialize(uint160 sqrtPriceX96, int24 tick)",
  "event Swap(address indexed sender, address indexed to, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)",
]);

/**
 * A pool's state from a time on: base units of token1 for one of token0, and the amounts of each side that determine
 * this price.
 */
interface State {
  timeAt: number;
  ratio: number;
  raw0: number;
  raw1: number;
}

interface Seen {
  pool: DevnetPool;
  address: Address;
  token0: Address;
  token1: Address;
  /** Of the half hour until the head; undefined if the pool is younger. */
  window: { ratio: number; raw0: number; raw1: number } | undefined;
}

export interface DirectPrices {
  usd: Map<Address, number>;
  timeAt: number;
  /**
   * Of V3 pools that support it: the mean of their price's logarithm to base 1.0001 by their own `observe`, and by
   * their events.
   */
  ticks: { address: Address; observed: number; derived: number }[];
}

/**
 * Token prices of a devnet chain at its head, from feeds, reserves, prices and events that are read one by one:
 * independent of the code under test.
 * @param verified - Tokens whose supply may be worth 2,000 times their pools' depth, instead of 100 times.
 */
export async function computeDirectPrices(
  chain: DevnetChain,
  rpcUrl: string,
  verified: ReadonlySet<Address>,
): Promise<DirectPrices> {
  const client = createPublicClient({ transport: http(rpcUrl) });
  const timeAt = Number((await client.getBlock()).timestamp);
  const usd = await readFeeds(client, chain, timeAt, false);
  const native = usd.get(NATIVE_TOKEN);
  const wrapped = getChain(chain).wrappedToken;
  if (native !== undefined && wrapped !== null) usd.set(wrapped, native);
  const pools = await Promise.all(
    [...listPools(chain, "v2"), ...listPools(chain, "v3")].map((pool) => see(client, pool, timeAt)),
  );
  const pegs = await readFeeds(client, chain, timeAt, true);
  const named = new Set([...Object.keys(chainlinkFeeds[chain] ?? {}), wrapped]);
  const anchors = new Map(usd);
  for (const { pool } of pools) {
    for (const token of [pool.token0, pool.token1]) {
      const address = toLowerCase(token.address);
      if (usd.has(address) || (named.has(address) && !pegs.has(address))) continue;
      const quoted = await quote(client, { token: address, decimals: token.decimals, anchors, pools });
      if (quoted === undefined) continue;
      const peg = pegs.get(address);
      const supply = Number(await client.readContract({ address, abi: erc20Abi, functionName: "totalSupply" }));
      const worth = (supply / 10 ** token.decimals) * quoted.usd;
      const isBelieved = worth <= quoted.depthUsd * (verified.has(address) ? 2_000 : 100);
      const isDenied = peg !== undefined && quoted.depthUsd >= 100_000 && Math.abs(quoted.usd / peg - 1) > 0.03;
      if (isBelieved && (peg === undefined || isDenied)) usd.set(address, quoted.usd);
    }
  }
  for (const [token, price] of pegs) if (!usd.has(token)) usd.set(token, price);
  for (const seen of pools) await addShare(client, seen, usd);
  await addRates(client, chain, usd);
  return { usd, timeAt, ticks: await compareTicks(client, pools) };
}

async function readFeeds(client: PublicClient, chain: DevnetChain, timeAt: number, isPeg: boolean) {
  const usd = new Map<Address, number>();
  for (const [token, row] of Object.entries(chainlinkFeeds[chain] ?? {})) {
    if (row.isPeg !== isPeg) continue;
    const question = { address: row.feed, abi, functionName: "latestRoundData" } as const;
    const round = await client.readContract(question).catch(() => undefined);
    if (round === undefined) continue;
    const [, answer, , updatedAt] = round;
    const age = timeAt - Number(updatedAt);
    if (answer > 0n && age >= 0 && age <= row.heartbeatSeconds + 300) usd.set(token as Address, Number(answer) / 1e8);
  }
  return usd;
}

async function see(client: PublicClient, pool: DevnetPool, timeAt: number): Promise<Seen> {
  const { factory } = listPoolFactories(pool.token0.chain).find(
    ({ dex, kind }) => dex === "uniswap" && kind === pool.dex,
  )!;
  const pair = [pool.token0.address, pool.token1.address] as const;
  const made =
    pool.dex === "v2"
      ? await client.readContract({ address: factory, abi, functionName: "getPair", args: pair })
      : await client.readContract({ address: factory, abi, functionName: "getPool", args: [...pair, pool.fee] });
  const address = toLowerCase(made);
  const states = pool.dex === "v2" ? await readSyncs(client, address) : await readSwaps(client, address);
  const [token0, token1] = [toLowerCase(pair[0]), toLowerCase(pair[1])];
  const window = averageOver(states, timeAt);
  if (window === undefined || pool.dex === "v2") return { pool, address, token0, token1, window };
  const [held0, held1] = await Promise.all([token0, token1].map((token) => readBalance(client, token, address)));
  window.raw0 = Math.min(window.raw0, held0 ?? 0);
  window.raw1 = Math.min(window.raw1, held1 ?? 0);
  return { pool, address, token0, token1, window };
}

const readBalance = async (client: PublicClient, token: Address, owner: Address): Promise<number> =>
  Number(await client.readContract({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [owner] }));

/** The last one of each block. */
async function readSyncs(client: PublicClient, address: Address): Promise<State[]> {
  const logs = await client.getContractEvents({ address, abi, eventName: "Sync", fromBlock: 0n, toBlock: "latest" });
  const last = new Map(logs.map((log) => [log.blockNumber, log.args]));
  return toStates(
    client,
    [...last].map(([blockNumber, { reserve0, reserve1 }]) => {
      const [raw0, raw1] = [Number(reserve0), Number(reserve1)];
      return { blockNumber, ratio: raw1 / raw0, raw0, raw1 };
    }),
  );
}

async function readSwaps(client: PublicClient, address: Address): Promise<State[]> {
  const range = { address, abi, fromBlock: 0n, toBlock: "latest" } as const;
  const [begun] = await client.getContractEvents({ ...range, eventName: "Initialize" });
  const swaps = await client.getContractEvents({ ...range, eventName: "Swap" });
  const last = new Map<bigint, { sqrtPriceX96?: bigint | undefined; liquidity?: bigint | undefined }>();
  if (begun !== undefined) last.set(begun.blockNumber, { ...begun.args, liquidity: 0n });
  for (const { blockNumber, args } of swaps) last.set(blockNumber, args);
  return toStates(
    client,
    [...last].map(([blockNumber, { sqrtPriceX96 = 0n, liquidity = 0n }]) => {
      const root = Number(sqrtPriceX96) / 2 ** 96;
      return { blockNumber, ratio: root ** 2, raw0: Number(liquidity) / root, raw1: Number(liquidity) * root };
    }),
  );
}

const toStates = (
  client: PublicClient,
  states: readonly (Omit<State, "timeAt"> & { blockNumber: bigint })[],
): Promise<State[]> =>
  Promise.all(
    states.map(async ({ blockNumber, ...state }) => {
      const { timestamp } = await client.getBlock({ blockNumber });
      return { ...state, timeAt: Number(timestamp) };
    }),
  );

/** The mean of the logarithm over the half hour before a time, and the lowest reserves that lasted for part of it. */
function averageOver(states: readonly State[], timeAt: number): Seen["window"] {
  const first = states[0];
  if (first === undefined || first.timeAt > timeAt - WINDOW) return undefined;
  let [sum, raw0, raw1] = [0, Infinity, Infinity];
  for (const [index, state] of states.entries()) {
    const from = Math.max(state.timeAt, timeAt - WINDOW);
    const until = Math.min(states[index + 1]?.timeAt ?? timeAt, timeAt);
    if (until <= from) continue;
    sum += Math.log(state.ratio) * (until - from);
    raw0 = Math.min(raw0, state.raw0);
    raw1 = Math.min(raw1, state.raw1);
  }
  return { ratio: Math.exp(sum / WINDOW), raw0, raw1 };
}

interface PriceQuery {
  token: Address;
  decimals: number;
  anchors: ReadonlyMap<Address, number>;
  pools: readonly Seen[];
}

/** No devnet token without a feed has two pools. */
async function quote(client: PublicClient, { token, decimals, anchors, pools }: PriceQuery) {
  for (const { pool, token0, token1, window } of pools) {
    if (window === undefined || (token !== token0 && token !== token1)) continue;
    const isFirst = token === token0;
    const other = isFirst ? pool.token1 : pool.token0;
    const price = anchors.get(toLowerCase(other.address));
    if (price === undefined) continue;
    const depthUsd = 2 * ((isFirst ? window.raw1 : window.raw0) / 10 ** other.decimals) * price;
    const inOther = (isFirst ? window.ratio : 1 / window.ratio) * 10 ** (decimals - other.decimals);
    if (depthUsd >= 10_000) return { usd: inOther * price, depthUsd };
  }
  return undefined;
}

/** 2·√(value0·value1) of all shares, each side at its own price. */
async function addShare(client: PublicClient, { pool, address, token0, token1 }: Seen, usd: Map<Address, number>) {
  const [price0, price1] = [usd.get(token0), usd.get(token1)];
  if (pool.dex !== "v2" || price0 === undefined || price1 === undefined) return;
  const [raw0, raw1] = await client.readContract({ address, abi, functionName: "getReserves" });
  const supply = Number(await client.readContract({ address, abi: erc20Abi, functionName: "totalSupply" })) / 1e18;
  const value0 = (Number(raw0) / 10 ** pool.token0.decimals) * price0;
  const value1 = (Number(raw1) / 10 ** pool.token1.decimals) * price1;
  usd.set(address, (2 * Math.sqrt(value0 * value1)) / supply);
}

/** A USDC vault's share, wrapped staked coins and Aave's receipts. */
async function addRates(client: PublicClient, chain: DevnetChain, usd: Map<Address, number>): Promise<void> {
  const usdc = usd.get(toLowerCase(listTokens(chain).find(({ symbol }) => symbol === "USDC")!.address));
  const convert = { address: VAULT, abi, functionName: "convertToAssets", args: [1_000_000n] } as const;
  if (usdc !== undefined) usd.set(toLowerCase(VAULT), (Number(await client.readContract(convert)) / 1e6) * usdc);
  const staked = usd.get(toLowerCase(STETH));
  if (staked === undefined || chain !== "eth") return;
  const rate = Number(await client.readContract({ address: WSTETH, abi, functionName: "stEthPerToken" })) / 1e18;
  usd.set(toLowerCase(WSTETH), rate * staked);
  for (const { token, aToken } of aaveV3Reserves) {
    const price = usd.get(toLowerCase(token));
    if (price !== undefined) usd.set(toLowerCase(aToken), price);
  }
}

async function compareTicks(client: PublicClient, pools: readonly Seen[]): Promise<DirectPrices["ticks"]> {
  const ticks: DirectPrices["ticks"] = [];
  for (const { pool, address, window } of pools) {
    if (pool.dex !== "v3" || window === undefined) continue;
    const question = { address, abi, functionName: "observe", args: [[WINDOW, 0]] } as const;
    const answer = await client.readContract(question).catch(() => undefined); // its history may be shorter
    if (answer === undefined) continue;
    const [[before = 0n, now = 0n]] = answer;
    ticks.push({
      address,
      observed: Number(now - before) / WINDOW,
      derived: Math.log(window.ratio) / Math.log(1.0001),
    });
  }
  return ticks;
}
