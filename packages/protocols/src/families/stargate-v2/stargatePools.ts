import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { ForkIdentity, OwnerContext, ReadContext } from "../../adapter.ts";
import type { Amount, PoolState, Position } from "../../position.ts";
import { unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { poolAbi, shareAbi } from "./stargateAbi.ts";

export interface StargateContracts {
  pools: readonly Address[];
  /** StargateStaking: shares of pools are staked for rewards. */
  staking?: Address | undefined;
}

export interface StargatePool {
  address: Address;
  /** The token of its shares. */
  share: Address;
  /** What one share pays one of. */
  asset: Address;
}

/** Those that respond. Cached. */
export async function readStargatePools(
  { readOnce }: Pick<ReadContext<unknown>, "readOnce">,
  pools: readonly Address[],
): Promise<StargatePool[]> {
  const found = await Promise.all(
    pools.map(async (address): Promise<StargatePool | undefined> => {
      const [share, asset] = await Promise.all(
        (["lpToken", "token"] as const).map((functionName) =>
          unlessUnread<readonly Address[]>(readOnce([{ address, abi: poolAbi, functionName }]), []),
        ),
      );
      if (share?.[0] === undefined || asset?.[0] === undefined) return undefined;
      return { address, share: toLower(share[0]), asset: nativeOr(asset[0]) };
    }),
  );
  return found.filter((pool) => pool !== undefined);
}

export const nativeOr = (token: Address): Address => (token === ZERO_ADDRESS ? NATIVE_TOKEN : toLower(token));

export async function identifyShares(
  context: ReadContext<readonly StargateContracts[]>,
  candidates: readonly Address[],
): Promise<Map<Address, ForkIdentity>> {
  const given = new Set(candidates);
  const pools = await Promise.all(context.contracts.map((one) => readStargatePools(context, one.pools)));
  return new Map(
    pools.flatMap((ofFork, fork) =>
      ofFork.flatMap(({ share }) => (given.has(share) ? [[share, { fork, identity: "receipt" }] as const] : [])),
    ),
  );
}

/** Shares that the owner holds. */
export async function listShares(context: OwnerContext<StargateContracts>): Promise<Position[]> {
  const { owner, contracts, receipts, read } = context;
  if (receipts.length === 0) return [];
  const [pools, balances] = await Promise.all([
    readStargatePools(context, contracts.pools),
    read(receipts.map((address) => ({ address, abi: shareAbi, functionName: "balanceOf", args: [owner] }) as const)),
  ]);
  return pools.flatMap(({ address, share, asset }): Position[] => {
    const rawAmount = balances[receipts.indexOf(share)] ?? 0n;
    if (rawAmount === 0n) return [];
    const supplies = [{ token: asset, rawAmount }];
    return [{ name: "Liquidity Pool", pool: { controller: address }, detail: { type: "common", supplies } }];
  });
}

export async function unwrapShare(context: ReadContext<StargateContracts>, receipt: Amount): Promise<Amount[]> {
  const pools = await readStargatePools(context, context.contracts.pools);
  const pool = pools.find(({ share }) => share === receipt.token);
  return [pool === undefined ? receipt : { token: pool.asset, rawAmount: receipt.rawAmount }];
}

export async function listStargatePools(context: ReadContext<StargateContracts>): Promise<PoolState[]> {
  const pools = await readStargatePools(context, context.contracts.pools);
  const [deposits, totals] = await Promise.all([
    context.read(pools.map(({ address }) => ({ address, abi: poolAbi, functionName: "tvl" }) as const)),
    context.read(pools.map(({ share }) => ({ address: share, abi: shareAbi, functionName: "totalSupply" }) as const)),
  ]);
  return pools.map(({ address, share, asset }, index) => ({
    pool: { controller: address },
    name: "Liquidity Pool",
    contracts: [address, share],
    supplies: [{ token: asset, rawAmount: deposits[index] ?? 0n }],
    rawShares: totals[index] ?? 0n,
    depositors: { by: "receipt", token: share },
  }));
}
