import { erc20Abi, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext } from "../../adapter.ts";
import type { Position } from "../../position.ts";
import { toLower } from "../../toLower.ts";
import { createLimits } from "../limits.ts";
import type { Take } from "../limits.ts";
import { toGrowthInside } from "../liquidity.ts";
import type { TickRange, TokenPair } from "../liquidity.ts";
import { toHashedKey } from "../rangeDialect.ts";
import type { RangeAccount } from "../readHeld.ts";
import { toOwed } from "../readRange.ts";
import { toWithdrawn } from "./toWithdrawn.ts";

/** @see https://github.com/izumiFinance/iZiSwap-periphery */
export const managerAbi = parseAbi([
  "function factory() view returns (address)",
  "function liquidities(uint256 lid) view returns (int24 leftPt, int24 rightPt, uint128 liquidity, uint256 lastFeeScaleX_128, uint256 lastFeeScaleY_128, uint256 remainTokenX, uint256 remainTokenY, uint128 poolId)",
  "function poolMetas(uint128 poolId) view returns (address tokenX, address tokenY, uint24 fee)",
]);
export const factoryAbi = parseAbi([
  "function pool(address tokenX, address tokenY, uint24 fee) view returns (address)",
]);

/** @see https://github.com/izumiFinance/iZiSwap-core */
const poolAbi = parseAbi([
  "function state() view returns (uint160 sqrtPrice_96, int24 currentPoint, uint16 observationCurrentIndex, uint16 observationQueueLen, uint16 observationNextQueueLen, bool locked, uint128 liquidity, uint128 liquidityX)",
  "function feeScaleX_128() view returns (uint256)",
  "function feeScaleY_128() view returns (uint256)",
  "function points(int24 point) view returns (uint128 liquidSum, int128 liquidDelta, uint256 accFeeXOut_128, uint256 accFeeYOut_128, bool isEndpt)",
  "function liquidity(bytes32 key) view returns (uint128 liquidity, uint256 lastFeeScaleX_128, uint256 lastFeeScaleY_128, uint256 tokenOwedX, uint256 tokenOwedY)",
]);

interface Held extends TickRange, RangeAccount {
  tokenId: bigint;
  poolId: bigint;
}

interface Placed extends Held {
  tokens: TokenPair<Address>;
  pool: Address;
}

/** An owner's NFTs of a manager: ranges of points, with their earned fees. */
export async function readLiquidities(
  context: OwnerContext<unknown>,
  manager: Address,
  tokenIds: readonly bigint[],
): Promise<Position[]> {
  if (tokenIds.length === 0) return [];
  const [held, [factory]] = await Promise.all([
    readHeld(context, manager, tokenIds),
    context.readOnce([{ address: manager, abi: managerAbi, functionName: "factory" }]),
  ]);
  const placed = await Promise.all(held.map(async (one) => findPool(context, { manager, factory }, one)));
  const take = createLimits();
  return Promise.all(placed.flat().map(async (one) => readPosition(context, manager, one, take)));
}

async function readHeld(
  { tryRead }: OwnerContext<unknown>,
  address: Address,
  tokenIds: readonly bigint[],
): Promise<Held[]> {
  const rows = await tryRead(
    tokenIds.map((id) => ({ address, abi: managerAbi, functionName: "liquidities", args: [id] }) as const),
  );
  return rows.flatMap((row, index): Held[] => {
    if (row === undefined) return [];
    const [tickLower, tickUpper, liquidity, lastX, lastY, owedX, owedY, poolId] = row;
    if (liquidity === 0n && owedX === 0n && owedY === 0n) return [];
    const account = { liquidity, growthLast: [lastX, lastY], owed: [owedX, owedY] } as const;
    return [{ tokenId: tokenIds[index]!, poolId, tickLower, tickUpper, ...account }];
  });
}

async function findPool(
  { readOnce }: OwnerContext<unknown>,
  { manager, factory }: { manager: Address; factory: Address },
  held: Held,
): Promise<Placed[]> {
  const [meta] = await readOnce([
    { address: manager, abi: managerAbi, functionName: "poolMetas", args: [held.poolId] },
  ]);
  const [pool] = await readOnce([{ address: factory, abi: factoryAbi, functionName: "pool", args: meta }]);
  if (pool === ZERO_ADDRESS) return [];
  return [{ ...held, tokens: [toLower(meta[0]), toLower(meta[1])], pool: toLower(pool) }];
}

async function readPosition(
  { read, tryRead }: OwnerContext<unknown>,
  manager: Address,
  held: Placed,
  take: Take,
): Promise<Position> {
  const { pool, tokens, tickLower, tickUpper, tokenId } = held;
  const of = { address: pool, abi: poolAbi } as const;
  const key = toHashedKey(manager, held);
  const [[state, globalX, globalY, left, right, shared], balances] = await Promise.all([
    read([
      { ...of, functionName: "state" },
      { ...of, functionName: "feeScaleX_128" },
      { ...of, functionName: "feeScaleY_128" },
      { ...of, functionName: "points", args: [tickLower] },
      { ...of, functionName: "points", args: [tickUpper] },
      { ...of, functionName: "liquidity", args: [key] },
    ]),
    tryRead(tokens.map((address) => ({ address, abi: erc20Abi, functionName: "balanceOf", args: [pool] }) as const)),
  ]);
  const [sqrtPriceX96, point, , , , , liquidityAt, liquidityX] = state;
  const inside = [
    toGrowthInside({ global: globalX, outsideLower: left[2], outsideUpper: right[2] }, held, point),
    toGrowthInside({ global: globalY, outsideLower: left[3], outsideUpper: right[3] }, held, point),
  ] as const;
  const account: RangeAccount = {
    liquidity: shared[0],
    growthLast: [shared[1], shared[2]],
    owed: [shared[3], shared[4]],
  };
  const liquidity = take(`${pool} ${key}`, account.liquidity, held.liquidity);
  const principal = toWithdrawn(liquidity, held, { sqrtPriceX96, point, liquidity: liquidityAt, liquidityX });
  const toFee = (side: 0 | 1): bigint => {
    const paid = liquidity === 0n ? account.owed[side] : toOwed(account, { inside }, side);
    return take(`${pool} ${key} ${side}`, paid, toOwed({ ...held, liquidity }, { inside }, side));
  };
  const name = (amounts: TokenPair) =>
    ([0, 1] as const).map((side) => {
      const rawAmount = take(`${pool} ${tokens[side]}`, balances[side] ?? 0n, amounts[side]);
      return { token: tokens[side], rawAmount };
    });
  const supplies = name(principal);
  const rewards = name([toFee(0), toFee(1)]).filter(({ rawAmount }) => rawAmount > 0n);
  return {
    name: "Liquidity Pool",
    detail: { type: "common", supplies, rewards },
    pool: { controller: pool },
    positionIndex: String(tokenId),
    range: { tokens, tickLower, tickUpper, tick: point, sqrtPriceX96 },
  };
}
