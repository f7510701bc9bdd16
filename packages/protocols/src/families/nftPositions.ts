import { v3FactoryAbi, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { encodePacked, keccak256, parseAbi } from "viem";
import type { ReadContext } from "../adapter.ts";
import type { Amount } from "../position.ts";
import { toAmounts, toEarned, toGrowthInside } from "./liquidity.ts";
import type { TickRange, TokenPair } from "./liquidity.ts";
import { toLower } from "../toLower.ts";

/** A Uniswap V3 factory, and the manager whose NFTs are positions in its pools. */
export interface UniswapV3Contracts {
  factory: Address;
  positions: Address;
}

/** @see https://docs.uniswap.org/contracts/v3/reference/periphery/NonfungiblePositionManager */
export const positionsAbi = parseAbi([
  "function positions(uint256 tokenId) view returns (uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128, uint128 tokensOwed0, uint128 tokensOwed1)",
]);

/**
 * Only the parts of `slot0` and `ticks` that forks share. @see
 * https://docs.uniswap.org/contracts/v3/reference/core/UniswapV3Pool
 */
const poolAbi = parseAbi([
  "function slot0() view returns (uint160 sqrtPriceX96, int24 tick)",
  "function feeGrowthGlobal0X128() view returns (uint256)",
  "function feeGrowthGlobal1X128() view returns (uint256)",
  "function ticks(int24 tick) view returns (uint128 liquidityGross, int128 liquidityNet, uint256 feeGrowthOutside0X128, uint256 feeGrowthOutside1X128)",
  "function positions(bytes32 key) view returns (uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128, uint128 tokensOwed0, uint128 tokensOwed1)",
]);

export interface NftPosition {
  tokenId: bigint;
  pool: Address;
  /** The amounts of removing all liquidity, without fees. */
  principal: [Amount, Amount];
  /** What the manager's `collect` would pay now. */
  fees: [Amount, Amount];
}

/** Fees of a position, as stored by the manager or by the pool. */
interface Account {
  liquidity: bigint;
  growthLast: TokenPair;
  owed: TokenPair;
}

interface Held extends TickRange, Account {
  tokenId: bigint;
  tokens: TokenPair<Address>;
  fee: number;
}

type Reads = Pick<ReadContext<unknown>, "read" | "tryRead" | "readOnce">;

/** Contents of positions, without closed ones: no liquidity, nothing owed. */
export async function readNftPositions(
  reads: Reads,
  contracts: UniswapV3Contracts,
  tokenIds: readonly bigint[],
): Promise<NftPosition[]> {
  const held = await readHeld(reads, contracts, tokenIds);
  const pools = await findPools(reads, contracts, held);
  const found = held.flatMap((one, index) => {
    const pool = pools[index];
    return pool === undefined || pool === ZERO_ADDRESS ? [] : [{ ...one, pool: toLower(pool) }];
  });
  return Promise.all(found.map((one) => readValue(reads, contracts, one)));
}

async function readHeld(
  { tryRead }: Reads,
  { positions }: UniswapV3Contracts,
  ids: readonly bigint[],
): Promise<Held[]> {
  const rows = await tryRead(
    ids.map((id) => ({ address: positions, abi: positionsAbi, functionName: "positions", args: [id] }) as const),
  );
  return rows.flatMap((row, index): Held[] => {
    if (row === undefined) return []; // burned
    const [, , token0, token1, fee, tickLower, tickUpper, liquidity, last0, last1, owed0, owed1] = row;
    if (liquidity === 0n && owed0 === 0n && owed1 === 0n) return [];
    const account = { liquidity, growthLast: [last0, last1], owed: [owed0, owed1] } as const;
    return [{ tokenId: ids[index] ?? 0n, tokens: [token0, token1], fee, tickLower, tickUpper, ...account }];
  });
}

const findPools = ({ readOnce }: Reads, { factory }: UniswapV3Contracts, held: readonly Held[]): Promise<Address[]> =>
  readOnce(
    held.map(
      ({ tokens, fee }) =>
        ({ address: factory, abi: v3FactoryAbi, functionName: "getPool", args: [...tokens, fee] }) as const,
    ),
  );

async function readValue(
  { read }: Reads,
  { positions }: UniswapV3Contracts,
  held: Held & { pool: Address },
): Promise<NftPosition> {
  const { pool, tokens, tickLower, tickUpper, liquidity } = held;
  const of = { address: pool, abi: poolAbi } as const;
  const key = keccak256(encodePacked(["address", "int24", "int24"], [positions, tickLower, tickUpper]));
  const [[sqrtPriceX96, tick], global0, global1, lower, upper, shared] = await read([
    { ...of, functionName: "slot0" },
    { ...of, functionName: "feeGrowthGlobal0X128" },
    { ...of, functionName: "feeGrowthGlobal1X128" },
    { ...of, functionName: "ticks", args: [tickLower] },
    { ...of, functionName: "ticks", args: [tickUpper] },
    { ...of, functionName: "positions", args: [key] },
  ]);
  const inside: TokenPair = [
    toGrowthInside({ global: global0, outsideLower: lower[2], outsideUpper: upper[2] }, held, tick),
    toGrowthInside({ global: global1, outsideLower: lower[3], outsideUpper: upper[3] }, held, tick),
  ];
  const all: Account = { liquidity: shared[0], growthLast: [shared[1], shared[2]], owed: [shared[3], shared[4]] };
  const principal = toAmounts(liquidity, held, { sqrtPriceX96, tick });
  // collecting for an NFT without liquidity pays what is stored, and accrues nothing
  const toPaid = (side: 0 | 1): bigint => (liquidity === 0n ? all.owed[side] : toOwed(all, inside, side));
  const fees = toPair((side) => least(toOwed(held, inside, side), toPaid(side)));
  const named = (amounts: TokenPair): [Amount, Amount] => [
    { token: toLower(tokens[0]), rawAmount: amounts[0] },
    { token: toLower(tokens[1]), rawAmount: amounts[1] },
  ];
  return { tokenId: held.tokenId, pool, principal: named(principal), fees: named(fees) };
}

/**
 * Stored fees, and what accrued since. A pool keeps one account for all NFTs of a range, and rounds it down each time
 * that any
 * of them changes: it may have a unit less than the manager computes, and pays no more than it has.
 */
const toOwed = ({ liquidity, growthLast, owed }: Account, inside: TokenPair, side: 0 | 1): bigint =>
  BigInt.asUintN(128, owed[side] + (liquidity === 0n ? 0n : toEarned(liquidity, inside[side], growthLast[side])));

const toPair = (toSide: (side: 0 | 1) => bigint): TokenPair => [toSide(0), toSide(1)];
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
