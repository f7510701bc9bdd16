import { readBalances, readMany, v2PairAbi, v3PoolAbi, min } from "@portico/evm";
import type { Address, Rpc } from "@portico/evm";
import type { BlockRef, PriceObservation, PriceSource } from "@portico/store";
import type { PriceInputs } from "../evaluation/priceInputs.ts";

/** The ends of a window of time, and the newest block at or before each. */
export interface PoolWindowBlocks {
  from: number;
  until: number;
  first: BlockRef;
  last: BlockRef;
}

/** Pools' observations of a window, as if they had stayed at its mean throughout. */
export interface PoolMeans {
  observations: PriceObservation[];
  reserves: NonNullable<PriceInputs["reserves"]>;
}

type Replies = readonly { result?: unknown }[];

/**
 * Reads pools' mean prices in a past window from the pools' own accumulators, at its two ends: V2's sum of prices, V3's
 * sum of ticks. Their depth is the lower one of both ends. Two reads cover every swap.
 * @throws the node's error if it no longer has the states.
 * @see https://docs.uniswap.org/contracts/v2/concepts/core-concepts/oracles
 * @see https://docs.uniswap.org/concepts/protocol/oracle
 */
export async function readPoolMeans(
  rpc: Rpc,
  sources: readonly PriceSource[],
  window: PoolWindowBlocks,
): Promise<PoolMeans> {
  const v2 = sources.filter(({ kind }) => kind === "v2");
  const v3 = sources.filter(({ kind }) => kind === "v3");
  const keys = v3.flatMap(({ address: owner, token0, token1 }) =>
    [token0, token1].flatMap((token) => (token === null ? [] : [{ owner, token }])),
  );
  const [pairs0, pairs1, pools0, pools1, held0, held1] = await Promise.all([
    readPairs(rpc, v2, window.first),
    readPairs(rpc, v2, window.last),
    readPools(rpc, v3, window.first),
    readPools(rpc, v3, window.last),
    readBalances(rpc, keys, window.first),
    readBalances(rpc, keys, window.last),
  ]);
  const held = new Map<string, bigint>();
  for (const [index, { owner, token }] of keys.entries()) {
    const [a, b] = [held0[index] ?? null, held1[index] ?? null];
    if (a !== null && b !== null) held.set(`${owner} ${token}`, min(a, b));
  }
  return {
    observations: [
      ...v2.flatMap(({ address }, index) => toPairMean(address, window, [pairs0[index], pairs1[index]])),
      ...v3.flatMap(({ address }, index) => toPoolMean(address, window, [pools0[index], pools1[index]])),
    ],
    reserves: (owner, token) => held.get(`${owner} ${token}`),
  };
}

interface Pair {
  raw0: bigint;
  raw1: bigint;
  /** When the sum was last updated, mod 2^32. */
  summedAt: number;
  /** Σ price · seconds, 112 binary places, mod 2^256. */
  sum: bigint;
  supply: bigint;
}

async function readPairs(rpc: Rpc, sources: readonly PriceSource[], block: BlockRef): Promise<(Pair | null)[]> {
  const calls = sources.flatMap(({ address }) => [
    { abi: v2PairAbi, address, functionName: "getReserves" } as const,
    { abi: v2PairAbi, address, functionName: "price0CumulativeLast" } as const,
    { abi: v2PairAbi, address, functionName: "totalSupply" } as const,
  ]);
  const replies: Replies = await readMany(rpc, calls, block);
  return sources.map((_, index) => {
    const [reserves, sum, supply] = replies.slice(index * 3, index * 3 + 3).map(({ result }) => result);
    if (!Array.isArray(reserves) || typeof sum !== "bigint" || typeof supply !== "bigint") return null;
    const [raw0, raw1, summedAt] = reserves as [bigint, bigint, number];
    return raw0 === 0n || raw1 === 0n ? null : { raw0, raw1, summedAt, sum, supply };
  });
}

type Ends<T> = readonly [T | null | undefined, T | null | undefined];
const Q112 = 1n << 112n;
const NONE = { raw0: null, raw1: null, sqrtPrice: null, liquidity: null, supply: null };

function toPairMean(address: Address, window: PoolWindowBlocks, [start, end]: Ends<Pair>): PriceObservation[] {
  const { from, until, first, last } = window;
  if (start === null || start === undefined || end === null || end === undefined) return [];
  const sum = BigInt.asUintN(256, sumUntil(end, until) - sumUntil(start, from));
  const mean = sum / BigInt(until - from); // token1 for one token0, 112 binary places
  if (mean === 0n) return [];
  const [least0, least1] = [min(start.raw0, end.raw0), min(start.raw1, end.raw1)];
  const raw0 = min(least0, (least1 * Q112) / mean);
  const counted = { ...NONE, address, blockNumber: last.blockNumber, timeAt: until };
  const { raw0: end0, raw1: end1, supply } = end;
  return [
    { ...NONE, address, blockNumber: first.blockNumber - 1n, timeAt: from, raw0, raw1: (raw0 * mean) / Q112 },
    { ...counted, raw0: end0, raw1: end1, supply },
  ];
}

/** As the pair would update it at a time. */
function sumUntil({ sum, summedAt, raw0, raw1 }: Pair, timeAt: number): bigint {
  const seconds = BigInt.asUintN(32, BigInt(timeAt - summedAt));
  return sum + ((raw1 * Q112) / raw0) * seconds;
}

interface Pool {
  /** Σ tick · seconds at the block's time. */
  sum: bigint;
  tick: number;
  liquidity: bigint;
  timeAt: number;
}

async function readPools(rpc: Rpc, sources: readonly PriceSource[], block: BlockRef): Promise<(Pool | null)[]> {
  const calls = sources.flatMap(({ address }) => [
    { abi: v3PoolAbi, address, functionName: "slot0" } as const,
    { abi: v3PoolAbi, address, functionName: "liquidity" } as const,
    { abi: v3PoolAbi, address, functionName: "observe", args: [[0]] } as const,
  ]);
  const replies: Replies = await readMany(rpc, calls, block);
  return sources.map((_, index) => {
    const [slot0, liquidity, sums] = replies.slice(index * 3, index * 3 + 3).map(({ result }) => result);
    if (!Array.isArray(slot0) || typeof liquidity !== "bigint" || !Array.isArray(sums)) return null;
    const [sum] = sums[0] as bigint[];
    const tick: unknown = slot0[1];
    return sum === undefined || typeof tick !== "number" ? null : { sum, tick, liquidity, timeAt: block.timeAt };
  });
}

const LOG_TICK = Math.log(1.0001);

function toPoolMean(address: Address, window: PoolWindowBlocks, [start, end]: Ends<Pool>): PriceObservation[] {
  const { from, until, first } = window;
  if (start === null || start === undefined || end === null || end === undefined) return [];
  const sum = BigInt.asIntN(56, ticksUntil(end, until) - ticksUntil(start, from));
  const tick = Number(sum) / (until - from);
  const sqrtPrice = BigInt(Math.round(Math.exp((tick * LOG_TICK) / 2) * 2 ** 96));
  const liquidity = min(start.liquidity, end.liquidity);
  return [{ ...NONE, address, blockNumber: first.blockNumber - 1n, timeAt: from, sqrtPrice, liquidity }];
}

const ticksUntil = ({ sum, tick, timeAt: summedAt }: Pool, timeAt: number): bigint =>
  sum + BigInt(tick) * BigInt(timeAt - summedAt);
