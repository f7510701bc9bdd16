import { aggregatorAbi, chainlinkFeeds, NATIVE_TOKEN } from "@portico/evm";
import type { Address, Rpc } from "@portico/evm";
import { getPairAddress, getPoolAddress, listPools } from "@portico/devnet";
import { parseAbi } from "viem";

const eventsAbi = parseAbi([
  "event Sync(uint112 reserve0, uint112 reserve1)",
  "event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)",
  "event Initialize(uint160 sqrtPriceX96, int24 tick)",
]);

/** A market's prices, from plain calls and logs alone, second by second. */
export interface MarketTruth {
  /** The coin's feed: its newest round at a time, 0 if it is older than its heartbeat. */
  coinUsd(timeAt: number): number;
  feedUsd(token: Address, timeAt: number): number;
  /** Of DEGEN (V2) and AERO (V3): the geometric mean over half an hour, at the coin's price. */
  poolUsd(symbol: "AERO" | "DEGEN", timeAt: number): number;
}

interface ObservedAnswer {
  timeAt: number;
  value: number;
}

const GRACE = 300;
const WINDOW = 1800;

export async function readMarket(rpc: Rpc): Promise<MarketTruth> {
  const feeds = chainlinkFeeds["base"]!;
  const rounds = new Map<Address, ObservedAnswer[]>();
  for (const { feed } of Object.values(feeds)) if (!rounds.has(feed)) rounds.set(feed, await readRounds(rpc, feed));
  const pools = { DEGEN: await readRatios(rpc, "v2", "DEGEN"), AERO: await readRatios(rpc, "v3", "AERO") };
  const feedUsd = (token: Address, timeAt: number): number => {
    const { feed, heartbeatSeconds } = feeds[token]!;
    const newest = findLast(rounds.get(feed)!, timeAt);
    return newest !== undefined && timeAt - newest.timeAt <= heartbeatSeconds + GRACE ? newest.value : 0;
  };
  const coinUsd = (timeAt: number): number => feedUsd(NATIVE_TOKEN, timeAt);
  return {
    feedUsd,
    coinUsd,
    poolUsd(symbol, timeAt) {
      let sum = 0;
      for (let second = timeAt - WINDOW; second < timeAt; second++) {
        const state = findLast(pools[symbol], second);
        if (state === undefined) return 0;
        sum += Math.log(state.value);
      }
      return Math.exp(sum / WINDOW) * coinUsd(timeAt);
    },
  };
}

const findLast = (observed: readonly ObservedAnswer[], timeAt: number): ObservedAnswer | undefined =>
  observed.findLast((one) => one.timeAt <= timeAt);

/** Every round, one plain call each. A feed that is not deployed has none. */
async function readRounds(rpc: Rpc, address: Address): Promise<ObservedAnswer[]> {
  const latest = await rpc
    .readContract({ abi: aggregatorAbi, address, functionName: "latestRoundData" })
    .catch(() => undefined);
  if (latest === undefined) return [];
  const phase = (latest[0] >> 64n) << 64n;
  const ids = Array.from({ length: Number(latest[0] - phase) }, (_, index) => phase + BigInt(index + 1));
  const rounds = await Promise.all(
    ids.map((id) => rpc.readContract({ abi: aggregatorAbi, address, functionName: "getRoundData", args: [id] })),
  );
  return rounds.map(([, answer, , updatedAt]) => ({ timeAt: Number(updatedAt), value: Number(answer) / 1e8 }));
}

/** Coins for one token, at each event. */
async function readRatios(rpc: Rpc, dex: "v2" | "v3", symbol: string): Promise<ObservedAnswer[]> {
  const pool = listPools("base", dex).find(({ token0, token1 }) => [token0.symbol, token1.symbol].includes(symbol))!;
  const address = dex === "v2" ? getPairAddress("base", pool) : getPoolAddress("base", pool);
  const logs = await rpc.getLogs({ address, events: eventsAbi, fromBlock: 0n, strict: true });
  return Promise.all(
    logs.map(async ({ blockNumber, args }) => {
      const { timestamp } = await rpc.getBlock({ blockNumber });
      const ratio =
        "reserve0" in args ? Number(args.reserve1) / Number(args.reserve0) : (Number(args.sqrtPriceX96) / 2 ** 96) ** 2;
      return { timeAt: Number(timestamp), value: pool.token0.symbol === symbol ? ratio : 1 / ratio };
    }),
  );
}
