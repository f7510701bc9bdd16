import type { Address } from "@portico/evm";
import {
  getFullRange,
  uniswapV2Deployments,
  uniswapV3Deployments,
  v2RouterAbi,
  v3PositionsAbi,
  v3RouterAbi,
} from "@portico/devnet";
import { erc20Abi, maxUint256, parseAbi } from "viem";
import type { Attacker } from "./attacker.ts";

type Two<T> = readonly [T, T];

/** Creates and trades pools of eth's Uniswap, with the attacker's funds. */
export interface MarketMaker {
  addPair(tokens: Two<Address>, amounts: Two<bigint>): Promise<Address>;
  /** With liquidity over the full price range. */
  addPool(tokens: Two<Address>, amounts: Two<bigint>): Promise<Address>;
  swapInPair(path: Two<Address>, amount: bigint): Promise<void>;
  swapInPool(path: Two<Address>, amount: bigint): Promise<void>;
}

const { factory: v2Factory, router: v2Router } = uniswapV2Deployments.eth;
const { factory: v3Factory, router: v3Router, positions } = uniswapV3Deployments.eth;
const factoryAbi = parseAbi([
  "function getPair(address, address) view returns (address)",
  "function getPool(address, address, uint24) view returns (address)",
]);
const FEE = 3000;
const FOREVER = 2n ** 40n;

export function createMarketMaker(attacker: Attacker): MarketMaker {
  const { address } = attacker;
  const approve = async (tokens: Two<Address>, spender: Address): Promise<void> => {
    for (const token of tokens) await attacker.send(token, erc20Abi, "approve", [spender, maxUint256]);
  };
  return {
    async addPair(tokens, amounts) {
      await approve(tokens, v2Router);
      await attacker.send(v2Router, v2RouterAbi, "addLiquidity", [...tokens, ...amounts, 0n, 0n, address, FOREVER]);
      return attacker.read(v2Factory, factoryAbi, "getPair", tokens);
    },
    async addPool(tokens, amounts) {
      const isOrdered = tokens[0].toLowerCase() < tokens[1].toLowerCase();
      const [token0, token1] = isOrdered ? tokens : tokens.toReversed();
      const [amount0Desired, amount1Desired] = (isOrdered ? amounts : amounts.toReversed()) as Two<bigint>;
      const root = BigInt(Math.round(Math.sqrt(Number(amount1Desired) / Number(amount0Desired)) * 2 ** 96));
      const [tickLower, tickUpper] = getFullRange(FEE);
      const range = { token0, token1, fee: FEE, tickLower, tickUpper, amount0Desired, amount1Desired };
      const rest = { amount0Min: 0n, amount1Min: 0n, recipient: address, deadline: FOREVER };
      await approve(tokens, positions);
      await approve(tokens, v3Router);
      await attacker.send(positions, v3PositionsAbi, "createAndInitializePoolIfNecessary", [token0, token1, FEE, root]);
      await attacker.send(positions, v3PositionsAbi, "mint", [{ ...range, ...rest }]);
      return attacker.read(v3Factory, factoryAbi, "getPool", [token0, token1, FEE]);
    },
    swapInPair: (path, amount) =>
      attacker.send(v2Router, v2RouterAbi, "swapExactTokensForTokens", [amount, 0n, path, address, FOREVER]),
    swapInPool([tokenIn, tokenOut], amountIn) {
      const limits = { amountOutMinimum: 0n, sqrtPriceLimitX96: 0n };
      const order = { tokenIn, tokenOut, fee: FEE, recipient: address, amountIn, ...limits };
      return attacker.send(v3Router, v3RouterAbi, "exactInputSingle", [order]);
    },
  };
}
