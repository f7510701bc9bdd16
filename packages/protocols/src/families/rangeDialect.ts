import type { Address, Hex } from "@portico/evm";
import { encodePacked, keccak256 } from "viem";
import type { TickRange, TokenPair } from "./liquidity.ts";
import { toTick } from "./readWords.ts";

/** Names and layouts in which exchanges of price ranges differ. All results are static words. */
export interface RangeDialect {
  /** Of the manager's `positions(uint256)`. */
  nfts: readonly NftLayout[];
  /** View of a pool that starts with its price and its tick. */
  price: string;
  /** Views of a pool: fees per unit of liquidity, of both tokens. */
  growth: TokenPair<string>;
  /** Of a pool's `ticks(int24)`. */
  ticks: readonly TickLayout[];
  /** Of a pool's `positions(bytes32)`. */
  accounts: readonly AccountLayout[];
  /** Keys in a pool under which an owner's position may be. */
  toKeys(owner: Address, tokenId: bigint, range: TickRange): readonly Hex[];
  /** The view of a manager's `deployer()` that returns the factory, where managers don't name it. */
  deployerFactory?: string;
  /** Views of a pool with tokens in it that aren't its depositors'. */
  taken: readonly string[];
}

/** From `lower` on: tickLower, tickUpper, liquidity, fee growth and owed tokens, each of both tokens. */
export interface NftLayout {
  length: number;
  /** Index of the first of the two tokens. */
  tokens: number;
  /** Index of what distinguishes pools of the same tokens: a fee, for example. */
  key?: number;
  lower: number;
  /** The view of a pool that returns this key; none: pools without a key. */
  poolKey?: string;
  toPoolView(tokens: TokenPair<Address>, key: bigint): FactoryView;
}

/** A factory's view that returns a pool. */
export interface FactoryView {
  view: string;
  args: readonly unknown[];
}

export interface TickLayout {
  length: number;
  /** Index of the fee growth outside, of both tokens. */
  growth: number;
}

export interface AccountLayout {
  length: number;
  /** Index of the fee growth inside, of both tokens, followed by what is owed of both. The first word is the liquidity. */
  growth: number;
}

/** A view of a factory that takes the fee of the pool, in millionths. */
export const FEE_VIEW = "getPool(address,address,uint24)";

export const byFee = ([token0, token1]: TokenPair<Address>, key: bigint): FactoryView => ({
  view: FEE_VIEW,
  args: [token0, token1, Number(BigInt.asUintN(24, key))],
});

export const byTickSpacing = ([token0, token1]: TokenPair<Address>, key: bigint): FactoryView => ({
  view: "getPool(address,address,int24)",
  args: [token0, token1, toTick(key)],
});

export const toHashedKey = (owner: Address, { tickLower, tickUpper }: TickRange): Hex =>
  keccak256(encodePacked(["address", "int24", "int24"], [owner, tickLower, tickUpper]));

/** @see https://docs.uniswap.org/contracts/v3/reference/core/UniswapV3Pool */
export const uniswapV3Dialect: RangeDialect = {
  nfts: [{ length: 12, tokens: 2, key: 4, lower: 5, poolKey: "fee()", toPoolView: byFee }],
  price: "slot0()",
  growth: ["feeGrowthGlobal0X128()", "feeGrowthGlobal1X128()"],
  ticks: [{ length: 4, growth: 2 }],
  accounts: [{ length: 5, growth: 1 }],
  toKeys: (owner, _tokenId, range) => [toHashedKey(owner, range)],
  taken: ["protocolFees()"],
};

/**
 * Uniswap V3 and the forks that changed it: Ramses V2 and V3 keep each NFT apart, and V3 has pools by tick spacing, and
 * managers that name the deployer of pools.
 */
export const uniswapV3ForkDialect: RangeDialect = {
  ...uniswapV3Dialect,
  nfts: [
    ...uniswapV3Dialect.nfts,
    { length: 10, tokens: 0, key: 2, lower: 3, poolKey: "tickSpacing()", toPoolView: byTickSpacing },
  ],
  ticks: [...uniswapV3Dialect.ticks, { length: 10, growth: 4 }],
  toKeys: (owner, tokenId, range) => [toHashedKey(owner, range), toNumberedKey(owner, tokenId, range)],
  deployerFactory: "RamsesV3Factory()",
};

const toNumberedKey = (owner: Address, tokenId: bigint, { tickLower, tickUpper }: TickRange): Hex =>
  keccak256(encodePacked(["address", "uint256", "int24", "int24"], [owner, tokenId, tickLower, tickUpper]));
