import type { Address, Hex } from "viem";
import { encodeCall } from "../../contracts/encodeCall.ts";
import { uniswapV2Deployments, v2RouterAbi } from "../../contracts/uniswapV2.ts";
import type { KnownPool, Share } from "../poolBook.ts";
import { toRawAmount, type World } from "../world.ts";
import type { Action } from "./action.ts";
import { ensureApproved } from "./erc20.ts";

const GAS = 500_000n;
const DEADLINE_S = 1_200;

export const addToV2: Action = {
  name: "add to V2",
  weight: 3,
  act: (world, actor) =>
    provideToV2(world, actor, world.random.pick(world.pools.v2), world.random.magnitude(100, 20_000)),
};

/** @param usd - On each side. False if the actor lacks one of them. */
export function provideToV2(world: World, actor: Address, pool: KnownPool, usd: number): boolean {
  const { router } = uniswapV2Deployments[world.chain];
  const sides = [pool.token0, pool.token1].map((token) => ({ token, rawAmount: toRawAmount(world, token, usd) }));
  if (sides.some(({ token, rawAmount }) => world.ledger.get(actor, token.address) < rawAmount)) return false;
  if (!sides.every(({ token }) => ensureApproved(world, actor, token.address, router))) return false;
  const [addresses, amounts] = [sides.map(({ token }) => token.address), sides.map(({ rawAmount }) => rawAmount)];
  const args = [...addresses, ...amounts, 0n, 0n, actor, world.timeAt + DEADLINE_S];
  if (!world.send({ from: actor, to: router, data: encodeCall(v2RouterAbi, "addLiquidity", args), gas: GAS }))
    return false;
  for (const { token, rawAmount } of sides) world.ledger.debit(actor, token.address, rawAmount);
  noteShare(world, actor, pool);
  return true;
}

function noteShare({ pools }: World, owner: Address, pool: KnownPool): void {
  const known = pools.shares.find((share) => share.owner === owner && share.pool === pool);
  if (known === undefined) pools.shares.push({ owner, pool, rawAmount: undefined });
  else known.rawAmount = undefined;
}

/** Removes liquidity added on an earlier day: all or a part. */
export const removeFromV2: Action = {
  name: "remove from V2",
  weight: 1.5,
  act(world, actor) {
    const share = world.pools.shares.find(({ owner, rawAmount }) => owner === actor && (rawAmount ?? 0n) > 1_000n);
    if (share?.rawAmount === undefined) return false;
    const { router } = uniswapV2Deployments[world.chain];
    const part = BigInt(world.random.chance(0.4) ? 100 : world.random.int(5, 80));
    const data = encodeRemoval(world, share, (share.rawAmount * part) / 100n);
    if (!ensureApproved(world, actor, share.pool.address, router)) return false;
    if (!world.send({ from: actor, to: router, data, gas: GAS })) return false;
    share.rawAmount = undefined;
    return true;
  },
};

/** Half of the users want native coin. The amounts received are not in the ledger. */
function encodeRemoval(world: World, { owner, pool: { token0, token1 } }: Share, liquidity: bigint): Hex {
  const last = [liquidity, 0n, 0n, owner, world.timeAt + DEADLINE_S];
  const other = [token0, token1].find(({ address }) => address !== world.config.wrappedToken);
  if (other === undefined || world.random.chance(0.5)) {
    return encodeCall(v2RouterAbi, "removeLiquidity", [token0.address, token1.address, ...last]);
  }
  const suffix = other.kind === "feeOnTransfer" ? "SupportingFeeOnTransferTokens" : "";
  return encodeCall(v2RouterAbi, `removeLiquidityETH${suffix}`, [other.address, ...last]);
}
