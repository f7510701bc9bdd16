import { readMany, v2PairAbi, v3PoolAbi } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { BlockRef, PriceObservation } from "@portico/store";
import type { PriceWork } from "../priceWork.ts";

type Where = Pick<PriceObservation, "address" | "blockNumber" | "timeAt">;

/** Number of shares of V2 pools at a block, by pool. Mints and burns are detected by the Sync event beside them. */
export async function readShares(
  { rpc }: Pick<PriceWork, "rpc">,
  pools: readonly Address[],
  head: BlockRef,
): Promise<Map<Address, bigint>> {
  const calls = pools.map((address) => ({ abi: v2PairAbi, address, functionName: "totalSupply" }) as const);
  const answers = await readMany(rpc, calls, head);
  return new Map(
    pools.flatMap((pool, index) => {
      const supply = answers[index]?.result;
      return supply === undefined ? [] : [[pool, supply] as const];
    }),
  );
}

/** Observations of V2 pools at a block, as their events would report; empty pools are left out. */
export async function readV2Pools(
  { rpc }: Pick<PriceWork, "rpc">,
  positions: readonly Where[],
  head: BlockRef,
): Promise<PriceObservation[]> {
  const calls = positions.flatMap(({ address }) => [
    { abi: v2PairAbi, address, functionName: "getReserves" } as const,
    { abi: v2PairAbi, address, functionName: "totalSupply" } as const,
  ]);
  const answers: readonly { result?: unknown }[] = await readMany(rpc, calls, head);
  return positions.flatMap((nth, index) => {
    const [reserves, supply] = [answers[index * 2]?.result, answers[index * 2 + 1]?.result];
    if (!isPair(reserves) || typeof supply !== "bigint" || reserves.includes(0n)) return [];
    return [{ ...toWhere(nth), raw0: reserves[0], raw1: reserves[1], sqrtPrice: null, liquidity: null, supply }];
  });
}

/** Observations of V3 pools at a block, as their events would report; those without liquidity are left out. */
export async function readV3Pools(
  { rpc }: Pick<PriceWork, "rpc">,
  positions: readonly Where[],
  head: BlockRef,
): Promise<PriceObservation[]> {
  const calls = positions.flatMap(({ address }) => [
    { abi: v3PoolAbi, address, functionName: "slot0" } as const,
    { abi: v3PoolAbi, address, functionName: "liquidity" } as const,
  ]);
  const answers: readonly { result?: unknown }[] = await readMany(rpc, calls, head);
  return positions.flatMap((nth, index) => {
    const [slot0, liquidity] = [answers[index * 2]?.result, answers[index * 2 + 1]?.result];
    if (!Array.isArray(slot0) || typeof liquidity !== "bigint" || liquidity === 0n) return [];
    const [sqrtPrice] = slot0 as unknown[];
    if (typeof sqrtPrice !== "bigint" || sqrtPrice === 0n) return [];
    return [{ ...toWhere(nth), raw0: null, raw1: null, sqrtPrice, liquidity, supply: null }];
  });
}

const toWhere = ({ address, blockNumber, timeAt }: Where): Where => ({ address, blockNumber, timeAt });

const isPair = (reserves: unknown): reserves is readonly [bigint, bigint] =>
  Array.isArray(reserves) && typeof reserves[0] === "bigint" && typeof reserves[1] === "bigint";
