import { aggregatorAbi, createRpc, getChain } from "@portico/evm";
import type { Address, Rpc } from "@portico/evm";
import {
  getFullRange,
  listFeeds,
  listPools,
  listTokens,
  nameAddress,
  TREASURY,
  uniswapV2Deployments,
  uniswapV3Deployments,
  untilMined,
  v2RouterAbi,
  v3PositionsAbi,
} from "@portico/devnet";
import type { DevnetFeed } from "@portico/devnet";
import { encodeFunctionData, maxUint256, numberToHex, parseAbi } from "viem";
import type { Hex } from "viem";

const CHAIN = "base";
const HOUR = 3600;
export const DAY = 86_400;

const oracleAbi = parseAbi(["function submit(uint256 roundId, int256 submission)"]);
const routerAbi = parseAbi([
  "struct Swap { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }",
  "function exactInputSingle(Swap params) payable returns (uint256 amountOut)",
]);

export const tokenOf = (symbol: string): Address =>
  `0x${listTokens(CHAIN)
    .find((token) => token.symbol === symbol)!
    .address.slice(2)
    .toLowerCase()}`;

/** The coin is token0 in both. */
const COINS = 20_000n * 10n ** 18n;
const MANY = 10n ** 28n;
const findAeroPool = () =>
  listPools(CHAIN, "v3").find(({ token0, token1 }) => [token0.symbol, token1.symbol].includes("AERO"))!;

interface AnyMethod {
  Method: string;
  Parameters: unknown[];
  ReturnType: Hex;
}

/** A market on a devnet's base chain, with blocks at given times. */
export interface Market {
  rpc: Rpc;
  /** One transaction in its own block. */
  send(timeAt: number, call: { from: Address; to: Address; data: Hex }): Promise<void>;
  /**
   * The treasury fills the pools of DEGEN and AERO: with less depth, the worth of their supply would exceed the limit.
   */
  fill(timeAt: number): Promise<void>;
  /** The coin's feed answers. */
  reportCoin(timeAt: number, coinUsd: number): Promise<void>;
  /** All feeds answer, the coin's first. */
  report(timeAt: number, coinUsd: number): Promise<void>;
  /** The treasury trades DEGEN in its V2 pair, and AERO in its V3 pool, for this many wrapped coins. */
  trade(timeAt: number, coins: number): Promise<void>;
  /** Prices move all day, and in the half hour before its end; without `isFresh` the coin's feed is expired by then. */
  playDay(midnight: number, day: { coinUsd: number; isFresh: boolean }): Promise<void>;
}

export function createMarket(rpcUrl: string): Market {
  const rpc = createRpc({ chain: getChain(CHAIN), urls: [rpcUrl] });
  const request = (method: string, ...params: unknown[]) => rpc.request<AnyMethod>({ method, params });
  const send: Market["send"] = async (timeAt, call) => {
    await request("evm_setNextBlockTimestamp", timeAt);
    const { status } = await untilMined(
      rpc,
      await request("eth_sendTransaction", { ...call, gas: numberToHex(2_000_000) }),
    );
    if (status !== "success") throw new Error(`The transaction of ${timeAt} to ${call.to} failed`);
  };
  const feeds = listFeeds(CHAIN);
  const reportCoin: Market["reportCoin"] = (timeAt, coinUsd) => answer(rpc, send, { feed: feeds[0]!, coinUsd, timeAt });
  const report: Market["report"] = async (timeAt, coinUsd) => {
    for (const [index, feed] of feeds.entries()) {
      await answer(rpc, send, { feed, coinUsd, timeAt: timeAt + index * 2 });
    }
  };
  const trade: Market["trade"] = async (timeAt, coins) => {
    const amountIn = BigInt(Math.round(coins * 1e6)) * 10n ** 12n;
    const [weth, degen, aero] = [tokenOf("WETH"), tokenOf("DEGEN"), tokenOf("AERO")];
    const swap = [amountIn, 0n, [weth, degen], TREASURY, maxUint256];
    const data = encodeFunctionData({ abi: v2RouterAbi, functionName: "swapExactTokensForTokens", args: swap });
    await send(timeAt, { from: TREASURY, to: uniswapV2Deployments[CHAIN].router, data });
    const { fee } = listPools(CHAIN, "v3").find(({ token0, token1 }) =>
      [token0.symbol, token1.symbol].includes("AERO"),
    )!;
    const params = {
      tokenIn: weth,
      tokenOut: aero,
      fee,
      recipient: TREASURY,
      amountIn,
      amountOutMinimum: 0n,
      sqrtPriceLimitX96: 0n,
    };
    const to = uniswapV3Deployments[CHAIN].router;
    await send(timeAt + 2, {
      from: TREASURY,
      to,
      data: encodeFunctionData({ abi: routerAbi, functionName: "exactInputSingle", args: [params] }),
    });
  };
  return {
    rpc,
    send,
    report,
    reportCoin,
    trade,
    async fill(timeAt) {
      const [weth, degen, aero] = [tokenOf("WETH"), tokenOf("DEGEN"), tokenOf("AERO")];
      const pair = [weth, degen, COINS, MANY, 0n, 0n, TREASURY, maxUint256];
      const add = encodeFunctionData({ abi: v2RouterAbi, functionName: "addLiquidity", args: pair });
      await send(timeAt, { from: TREASURY, to: uniswapV2Deployments[CHAIN].router, data: add });
      const { fee } = findAeroPool();
      const [tickLower, tickUpper] = getFullRange(fee);
      const range = { token0: weth, token1: aero, fee, tickLower, tickUpper };
      const amounts = { amount0Desired: COINS, amount1Desired: MANY, amount0Min: 0n, amount1Min: 0n };
      const position = [{ ...range, ...amounts, recipient: TREASURY, deadline: maxUint256 }];
      const mint = encodeFunctionData({ abi: v3PositionsAbi, functionName: "mint", args: position });
      await send(timeAt + 2, { from: TREASURY, to: uniswapV3Deployments[CHAIN].positions, data: mint });
    },
    async playDay(midnight, { coinUsd, isFresh }) {
      await report(midnight + 6 * HOUR, coinUsd * 0.97);
      await trade(midnight + 7 * HOUR, 3);
      await report(midnight + 22 * HOUR, coinUsd * 0.99);
      await trade(midnight + DAY - 1_999, 5);
      await trade(midnight + DAY - 1_200, 8);
      if (isFresh) await report(midnight + DAY - 1_100, coinUsd);
      await trade(midnight + DAY - 480, 13);
    },
  };
}

async function answer(
  rpc: Rpc,
  send: Market["send"],
  { feed, coinUsd, timeAt }: { feed: DevnetFeed; coinUsd: number; timeAt: number },
): Promise<void> {
  const [round] = await rpc.readContract({
    abi: aggregatorAbi,
    address: feed.aggregator,
    functionName: "latestRoundData",
  });
  const usd = feed.asset === "ETH" ? coinUsd : feed.asset === "BTC" ? 90_000 : feed.asset === "LINK" ? 20 : 1;
  const args = [round + 1n, BigInt(Math.round(usd * 1e8))] as const;
  const data = encodeFunctionData({ abi: oracleAbi, functionName: "submit", args });
  await send(timeAt, { from: nameAddress("oracle"), to: feed.aggregator, data });
}
