import { type Address, maxUint128 } from "viem";
import { encodeCall } from "../../contracts/encodeCall.ts";
import { toSqrtPriceX96, toTick } from "../../contracts/sqrtPrice.ts";
import { TICK_SPACINGS, uniswapV3Deployments, v3PositionsAbi } from "../../contracts/uniswapV3.ts";
import type { KnownPool } from "../poolBook.ts";
import { toRawAmount, type World } from "../world.ts";
import type { Action } from "./action.ts";
import { ensureApproved } from "./erc20.ts";

const MINT_GAS = 1_000_000n;
const DECREASE_GAS = 700_000n;
const DEADLINE_S = 1_200;

export const mintPosition: Action = {
  name: "mint a V3 position",
  weight: 3,
  act: (world, actor) =>
    provideToV3(world, actor, world.random.pick(world.pools.v3), world.random.magnitude(200, 50_000)),
};

/** @param usd - Maximum, on each side. False if the actor lacks one of them. */
export function provideToV3(world: World, actor: Address, pool: KnownPool, usd: number): boolean {
  const { positions } = uniswapV3Deployments[world.chain];
  const { token0, token1, fee } = pool;
  const [amount0Desired, amount1Desired] = [toRawAmount(world, token0, usd), toRawAmount(world, token1, usd)];
  if (world.ledger.get(actor, token0.address) < amount0Desired) return false;
  if (world.ledger.get(actor, token1.address) < amount1Desired) return false;
  if (![token0, token1].every(({ address }) => ensureApproved(world, actor, address, positions))) return false;
  const [tickLower, tickUpper] = pickRange(world, pool);
  const mint = {
    token0: token0.address,
    token1: token1.address,
    fee,
    tickLower,
    tickUpper,
    amount0Desired,
    amount1Desired,
    amount0Min: 0n,
    amount1Min: 0n,
    recipient: actor,
    deadline: world.timeAt + DEADLINE_S,
  };
  const data = encodeCall(v3PositionsAbi, "mint", [mint]);
  if (!world.send({ from: actor, to: positions, data, gas: MINT_GAS })) return false;
  world.ledger.debit(actor, token0.address, amount0Desired);
  world.ledger.debit(actor, token1.address, amount1Desired);
  world.pools.positions.push({ id: world.pools.nextPositionId, owner: undefined, liquidity: undefined });
  world.pools.nextPositionId += 1n;
  return true;
}

/** Around the market's price, sometimes above or below it. */
function pickRange({ random, market, timeAt }: World, pool: KnownPool): [tickLower: number, tickUpper: number] {
  const spacing = TICK_SPACINGS[pool.fee] ?? 60;
  const getUsd = ({ asset }: { asset: Parameters<typeof market.getUsd>[0] | null }) =>
    asset === null ? 1 : market.getUsd(asset, timeAt);
  const centre = Math.floor(toTick(toSqrtPriceX96(pool, getUsd)) / spacing);
  const shift = random.chance(0.15) ? random.int(-30, 30) : 0;
  const reach = () => Math.ceil(random.magnitude(2, 100));
  return [(centre + shift - reach()) * spacing, (centre + shift + reach()) * spacing];
}

/** Collects the fees, and usually removes some of the liquidity or all of it. */
export const decreasePosition: Action = {
  name: "decrease a V3 position",
  weight: 2,
  act(world, actor) {
    const position = world.pools.positions.find(
      ({ owner, liquidity }) => owner === actor && (liquidity ?? 0n) > 1_000n,
    );
    if (position?.liquidity === undefined) return false;
    const part = BigInt(world.random.pick([0, 0, 25, 50, 100]));
    const calls = listDecreaseCalls(world, actor, position.id, (position.liquidity * part) / 100n);
    if (part === 100n && world.random.chance(0.5)) calls.push(encodeCall(v3PositionsAbi, "burn", [position.id]));
    const data = encodeCall(v3PositionsAbi, "multicall", [calls]);
    const { positions: to } = uniswapV3Deployments[world.chain];
    if (!world.send({ from: actor, to, data, gas: DECREASE_GAS })) return false;
    position.liquidity = part === 100n ? 0n : undefined;
    return true;
  },
};

function listDecreaseCalls(world: World, owner: Address, id: bigint, liquidity: bigint) {
  const decrease = { tokenId: id, liquidity, amount0Min: 0n, amount1Min: 0n, deadline: world.timeAt + DEADLINE_S };
  const collect = { tokenId: id, recipient: owner, amount0Max: maxUint128, amount1Max: maxUint128 };
  const collectCall = encodeCall(v3PositionsAbi, "collect", [collect]);
  return liquidity === 0n ? [collectCall] : [encodeCall(v3PositionsAbi, "decreaseLiquidity", [decrease]), collectCall];
}
