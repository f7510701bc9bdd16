import { erc20Abi, maxUint256 } from "viem";
import type { Asset } from "../contracts/assets.ts";
import { encodeCall } from "../contracts/encodeCall.ts";
import { squareRoot, toSqrtPriceX96 } from "../contracts/sqrtPrice.ts";
import type { DevnetToken } from "../contracts/tokenTable.ts";
import { TREASURY } from "../contracts/treasury.ts";
import { uniswapV2Deployments, v2RouterAbi } from "../contracts/uniswapV2.ts";
import { uniswapV3Deployments, v3RouterAbi } from "../contracts/uniswapV3.ts";
import type { KnownPool } from "./poolBook.ts";
import { readReserves, readSqrtPrices } from "./readPools.ts";
import { toRawAmount, type World } from "./world.ts";

const GAS = 3_000_000n;
/** Price deviation of a pool, of 10,000, from which arbitrage pays. */
const TOLERANCE = 40n;
const DEADLINE_S = 1_200;

/** The treasury trades every pool back to the market's price, like arbitrageurs. */
export async function tradeBack(world: World): Promise<void> {
  const [reserves, sqrtPrices] = [await readReserves(world), await readSqrtPrices(world)];
  for (const [index, pool] of world.pools.v2.entries()) tradeBackV2(world, pool, reserves[index] ?? [0n, 0n]);
  for (const [index, pool] of world.pools.v3.entries()) tradeBackV3(world, pool, sqrtPrices[index] ?? 0n);
}

/** The V2 router was approved when the pools were funded. */
export function approveArbitrage(world: World): void {
  const { router } = uniswapV3Deployments[world.chain];
  const data = encodeCall(erc20Abi, "approve", [router, maxUint256]);
  const traded = new Set(world.pools.v3.flatMap(({ token0, token1 }) => [token0.address, token1.address]));
  for (const to of traded) world.writer.add({ from: TREASURY, to, data, gas: 80_000n, action: "approve arbitrage" });
}

/** With x·y constant, the reserve of token0 at the market's price is √(x·y·p), where p is token0 for one token1. */
function tradeBackV2(world: World, { token0, token1 }: KnownPool, [reserve0, reserve1]: [bigint, bigint]): void {
  const [worth0, worth1] = [toRawAmount(world, token0, 1e6), toRawAmount(world, token1, 1e6)];
  const target0 = squareRoot((reserve0 * reserve1 * worth0) / worth1);
  const target1 = (reserve0 * reserve1) / target0;
  if (isNear(reserve0, target0)) return;
  const [rawIn, path] =
    target0 > reserve0
      ? [target0 - reserve0, [token0.address, token1.address]]
      : [target1 - reserve1, [token1.address, token0.address]];
  const takesFee = [token0, token1].some(({ kind }) => kind === "feeOnTransfer");
  const name = `swapExactTokensForTokens${takesFee ? "SupportingFeeOnTransferTokens" : ""}`;
  const data = encodeCall(v2RouterAbi, name, [rawIn, 0n, path, TREASURY, world.timeAt + DEADLINE_S]);
  world.writer.add({
    from: TREASURY,
    to: uniswapV2Deployments[world.chain].router,
    data,
    gas: GAS,
    action: "trade back",
  });
}

/** A V3 swap stops by itself at a given price. */
function tradeBackV3(world: World, pool: KnownPool, sqrtPriceX96: bigint): void {
  const target = toSqrtPriceX96(pool, ({ asset }) => getUsd(world, asset));
  if (isNear(sqrtPriceX96, target)) return;
  const [tokenIn, tokenOut]: [DevnetToken, DevnetToken] =
    sqrtPriceX96 > target ? [pool.token0, pool.token1] : [pool.token1, pool.token0];
  const params = {
    tokenIn: tokenIn.address,
    tokenOut: tokenOut.address,
    fee: pool.fee,
    recipient: TREASURY,
    amountIn: toRawAmount(world, tokenIn, pool.depthUsd),
    amountOutMinimum: 0n,
    sqrtPriceLimitX96: target,
  };
  const data = encodeCall(v3RouterAbi, "exactInputSingle", [params]);
  world.writer.add({
    from: TREASURY,
    to: uniswapV3Deployments[world.chain].router,
    data,
    gas: GAS,
    action: "trade back",
  });
}

const getUsd = (world: World, asset: Asset | null): number =>
  asset === null ? 1 : world.market.getUsd(asset, world.timeAt);

/** Both are square roots of prices, so half the tolerance applies. */
function isNear(actual: bigint, target: bigint): boolean {
  const distance = actual > target ? actual - target : target - actual;
  return distance * 20_000n <= target * TOLERANCE;
}
