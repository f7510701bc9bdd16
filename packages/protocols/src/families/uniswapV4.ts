import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address, Hash } from "@portico/evm";
import { encodeAbiParameters, keccak256, numberToHex, parseAbi } from "viem";
import type { Adapter, OwnerContext } from "../adapter.ts";
import type { Amount, Position, PositionRange } from "../position.ts";
import { toAmounts, toEarned } from "./liquidity.ts";
import type { TickRange, TokenPair } from "./liquidity.ts";
import { toLower } from "../toLower.ts";

/** Uniswap V4: one contract has all pools. */
export interface UniswapV4Contracts {
  manager: Address;
  /** The contract whose NFTs are positions. */
  positions: Address;
  /** Reads the manager's storage. */
  view: Address;
}

/** @see https://docs.uniswap.org/contracts/v4/reference/periphery/PositionManager */
const positionsAbi = parseAbi([
  "struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "function getPoolAndPositionInfo(uint256 tokenId) view returns (PoolKey poolKey, uint256 info)",
  "function getPositionLiquidity(uint256 tokenId) view returns (uint128 liquidity)",
]);

/** @see https://docs.uniswap.org/contracts/v4/reference/periphery/lens/StateView */
const viewAbi = parseAbi([
  "function getSlot0(bytes32 poolId) view returns (uint160 sqrtPriceX96, int24 tick, uint24 protocolFee, uint24 lpFee)",
  "function getPositionInfo(bytes32 poolId, address owner, int24 tickLower, int24 tickUpper, bytes32 salt) view returns (uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128)",
  "function getFeeGrowthInside(bytes32 poolId, int24 tickLower, int24 tickUpper) view returns (uint256 feeGrowthInside0X128, uint256 feeGrowthInside1X128)",
]);

/**
 * An NFT is a position in a price range, with its earned fees; without liquidity it has none. No view reports what a
 * pool's hook
 * takes on withdrawal, so it is not deducted.
 */
export const uniswapV4Family = {
  signals: ({ positions }: UniswapV4Contracts) => ({ nfts: [positions] }),

  async listPositions(context: OwnerContext<UniswapV4Contracts>) {
    const ids = context.nfts.get(context.contracts.positions) ?? [];
    const found = await Promise.all(ids.map((id) => readPosition(context, id)));
    return found.flat();
  },
} satisfies Partial<Adapter<UniswapV4Contracts>>;

async function readPosition(context: OwnerContext<UniswapV4Contracts>, tokenId: bigint): Promise<Position[]> {
  const { contracts, read, tryRead } = context;
  const of = { address: contracts.positions, abi: positionsAbi, args: [tokenId] } as const;
  const [named, liquidity] = await tryRead([
    { ...of, functionName: "getPoolAndPositionInfo" },
    { ...of, functionName: "getPositionLiquidity" },
  ]);
  if (named === undefined || liquidity === undefined || liquidity === 0n) return [];
  const [{ currency0, currency1, fee, tickSpacing, hooks }, info] = named;
  const poolId = keccak256(encodeAbiParameters(poolKey, [currency0, currency1, fee, tickSpacing, hooks]));
  const { tickLower, tickUpper } = unpackRange(info);
  const salt = numberToHex(tokenId, { size: 32 });
  const at = { address: contracts.view, abi: viewAbi } as const;
  const [[sqrtPriceX96, tick], [, last0, last1], [inside0, inside1]] = await read([
    { ...at, functionName: "getSlot0", args: [poolId] },
    { ...at, functionName: "getPositionInfo", args: [poolId, contracts.positions, tickLower, tickUpper, salt] },
    { ...at, functionName: "getFeeGrowthInside", args: [poolId, tickLower, tickUpper] },
  ]);
  const principal = toAmounts(liquidity, { tickLower, tickUpper }, { sqrtPriceX96, tick });
  const fees = [toEarned(liquidity, inside0, last0), toEarned(liquidity, inside1, last1)] as const;
  const tokens = [toToken(currency0), toToken(currency1)] as const;
  const feePpm = fee === DYNAMIC_FEE ? {} : { feePpm: fee };
  const range = { tokens, tickLower, tickUpper, tick, sqrtPriceX96, ...feePpm };
  return [describe({ tokens, principal, fees, range, poolId, tokenId, manager: contracts.manager })];
}

const poolKey = [
  { type: "address" },
  { type: "address" },
  { type: "uint24" },
  { type: "int24" },
  { type: "address" },
] as const;

/** @see "PositionInfoLibrary of @uniswap/v4-periphery: from the right a flag of 8 bits, tickLower of 24, tickUpper of 24" */
const unpackRange = (info: bigint): TickRange => ({
  tickLower: Number(BigInt.asIntN(24, info >> 8n)),
  tickUpper: Number(BigInt.asIntN(24, info >> 32n)),
});

/** @see "LPFeeLibrary of @uniswap/v4-core: the pool's hook sets it" */
const DYNAMIC_FEE = 0x80_00_00;

interface Found {
  tokens: TokenPair<Address>;
  principal: TokenPair;
  fees: TokenPair;
  range: PositionRange;
  poolId: Hash;
  tokenId: bigint;
  manager: Address;
}

function describe({ tokens, principal, fees, range, poolId, tokenId, manager }: Found): Position {
  const name = (amounts: TokenPair): Amount[] =>
    amounts.map((rawAmount, side) => ({ token: tokens[side]!, rawAmount }));
  const rewards = name(fees).filter(({ rawAmount }) => rawAmount > 0n);
  return {
    name: "Liquidity Pool",
    detail: { type: "common", supplies: name(principal), rewards },
    pool: { controller: manager, index: poolId },
    positionIndex: String(tokenId),
    range,
  };
}

const toToken = (currency: Address): Address => (currency === ZERO_ADDRESS ? NATIVE_TOKEN : toLower(currency));
