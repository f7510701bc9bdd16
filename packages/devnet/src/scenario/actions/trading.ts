import type { Address, Hex } from "viem";
import { encodeCall } from "../../contracts/encodeCall.ts";
import type { DevnetToken } from "../../contracts/tokenTable.ts";
import { uniswapV2Deployments, v2RouterAbi } from "../../contracts/uniswapV2.ts";
import { uniswapV3Deployments, v3RouterAbi } from "../../contracts/uniswapV3.ts";
import type { KnownPool } from "../poolBook.ts";
import { NATIVE, roundDown, toRawAmount, type World } from "../world.ts";
import type { Action } from "./action.ts";
import { ensureApproved } from "./erc20.ts";

interface Trade {
  pool: KnownPool;
  tokenIn: DevnetToken;
  tokenOut: DevnetToken;
  /** Pays or receives native coin instead of the wrapped token. */
  isNativeIn: boolean;
  isNativeOut: boolean;
  rawIn: bigint;
}

const V2_GAS = 300_000n;
const V3_GAS = 1_000_000n;
const DEADLINE_S = 1_200;
/** For less a pool returns nothing, and reverts. */
const MIN_USD = 0.01;
/** SwapRouter02's placeholder for its own address. */
const ROUTER_ITSELF = "0x0000000000000000000000000000000000000002";

export const tradeOnV2: Action = {
  name: "trade on V2",
  weight: 13,
  act(world, actor) {
    const trade = planTrade(world, actor, world.random.pick(world.pools.v2));
    const { router } = uniswapV2Deployments[world.chain];
    return trade !== undefined && swap(world, actor, trade, router, V2_GAS, encodeV2(world, actor, trade));
  },
};

export const tradeOnV3: Action = {
  name: "trade on V3",
  weight: 13,
  act(world, actor) {
    const trade = planTrade(world, actor, world.random.pick(world.pools.v3));
    const { router } = uniswapV3Deployments[world.chain];
    return trade !== undefined && swap(world, actor, trade, router, V3_GAS, encodeV3(actor, trade));
  },
};

/** Usually a small amount; at most a thousandth of the pool's depth and a fifth of the actor's balance. */
function planTrade(world: World, actor: Address, pool: KnownPool): Trade | undefined {
  const { random, ledger, config } = world;
  const [tokenIn, tokenOut] = random.chance(0.5) ? [pool.token0, pool.token1] : [pool.token1, pool.token0];
  const isNativeIn = tokenIn.address === config.wrappedToken && random.chance(0.7);
  const isNativeOut = tokenOut.address === config.wrappedToken && random.chance(0.7);
  const wanted = toRawAmount(world, tokenIn, random.magnitude(10, Math.max(20, pool.depthUsd / 1_000)));
  const affordable = ledger.get(actor, isNativeIn ? NATIVE : tokenIn.address) / 5n;
  const rawIn = roundDown(wanted < affordable ? wanted : affordable);
  const isWorthIt = rawIn > 1_000n && rawIn > toRawAmount(world, tokenIn, MIN_USD);
  return isWorthIt ? { pool, tokenIn, tokenOut, isNativeIn, isNativeOut, rawIn } : undefined;
}

function swap(world: World, actor: Address, trade: Trade, router: Address, gas: bigint, data: Hex): boolean {
  const { tokenIn, tokenOut, isNativeIn, isNativeOut, rawIn } = trade;
  if (!isNativeIn && !ensureApproved(world, actor, tokenIn.address, router)) return false;
  if (!world.send({ from: actor, to: router, data, gas, value: isNativeIn ? rawIn : 0n })) return false;
  if (!isNativeIn) world.ledger.debit(actor, tokenIn.address, rawIn);
  const half = getHalfOfOutput(world, trade);
  world.ledger.credit(actor, isNativeOut ? NATIVE : tokenOut.address, half);
  return true;
}

/** A guaranteed output: pools deviate from the market, but not that far. */
function getHalfOfOutput(world: World, { tokenIn, tokenOut, rawIn }: Trade): bigint {
  const [inOf1000, outOf1000] = [toRawAmount(world, tokenIn, 1_000), toRawAmount(world, tokenOut, 1_000)];
  return (rawIn * outOf1000) / inOf1000 / 2n;
}

/** The router has a function for each direction, and others for fee-on-transfer tokens. */
function encodeV2(world: World, actor: Address, { tokenIn, tokenOut, isNativeIn, isNativeOut, rawIn }: Trade): Hex {
  const takesFee = [tokenIn, tokenOut].some(({ kind }) => kind === "feeOnTransfer");
  const ways = `${isNativeIn ? "ETH" : "Tokens"}For${isNativeOut ? "ETH" : "Tokens"}`;
  const name = `swapExact${ways}${takesFee ? "SupportingFeeOnTransferTokens" : ""}`;
  const rest = [0n, [tokenIn.address, tokenOut.address], actor, world.timeAt + DEADLINE_S];
  return encodeCall(v2RouterAbi, name, isNativeIn ? rest : [rawIn, ...rest]);
}

function encodeV3(actor: Address, { pool, tokenIn, tokenOut, isNativeOut, rawIn }: Trade): Hex {
  const swapCall = encodeCall(v3RouterAbi, "exactInputSingle", [
    {
      tokenIn: tokenIn.address,
      tokenOut: tokenOut.address,
      fee: pool.fee,
      amountIn: rawIn,
      recipient: isNativeOut ? ROUTER_ITSELF : actor,
      amountOutMinimum: 0n,
      sqrtPriceLimitX96: 0n,
    },
  ]);
  if (!isNativeOut) return swapCall;
  return encodeCall(v3RouterAbi, "multicall", [[swapCall, encodeCall(v3RouterAbi, "unwrapWETH9", [0n, actor])]]);
}
