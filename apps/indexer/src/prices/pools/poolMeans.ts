import { min } from "@portico/evm";
import type { Address, Rpc } from "@portico/evm";
import type { BlockRef, PriceObservation, PriceSource } from "@portico/store";
import type { PriceInputs } from "../evaluation/priceInputs.ts";
import { minHeld, readPoolStates } from "./poolStates.ts";
import type { PairState, PoolStates, TickState } from "./poolStates.ts";

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

/**
 * Reads pools' mean prices in a past window from the pools' own accumulators, at its two ends: V2's sums of prices, V3's
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
  const [start, end] = await Promise.all([
    readPoolStates(rpc, sources, window.first),
    readPoolStates(rpc, sources, window.last),
  ]);
  return toPoolMeans(window, start, end);
}

/** @param start, end - The states of the same pools at the window's ends. */
export const toPoolMeans = (window: PoolWindowBlocks, start: PoolStates, end: PoolStates): PoolMeans => ({
  observations: [
    ...[...end.pairs].flatMap(([address, pair]) => toPairMean(address, window, [start.pairs.get(address), pair])),
    ...[...end.pools].flatMap(([address, pool]) => toTickMean(address, window, [start.pools.get(address), pool])),
  ],
  reserves: (owner, token) => minHeld(start.held, end.held, `${owner} ${token}`),
});

type Ends<T> = readonly [T | undefined, T];
const Q112 = 1n << 112n;
const NONE = { raw0: null, raw1: null, sqrtPrice: null, liquidity: null, supply: null };

/**
 * The geometric mean as far as a pair's sums tell it: between the arithmetic mean of the prices of token 0, and the
 * inverse of that of token 1, which is their harmonic mean.
 */
function toPairMean(address: Address, window: PoolWindowBlocks, [start, end]: Ends<PairState>): PriceObservation[] {
  const { from, until, first, last } = window;
  if (start === undefined) return [];
  const [sums, before] = [sumsUntil(end, until), sumsUntil(start, from)];
  const [sum0, sum1] = [sums.sum0 - before.sum0, sums.sum1 - before.sum1].map((sum) =>
    Number(BigInt.asUintN(256, sum)),
  );
  if (!sum0 || !sum1) return [];
  const mean = BigInt(Math.round(Math.sqrt(sum0 / sum1) * 2 ** 112)); // token1 for one token0, 112 binary places
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

/** As the pair would update them at a time. */
function sumsUntil({ sum0, sum1, summedAt, raw0, raw1 }: PairState, timeAt: number) {
  const seconds = BigInt.asUintN(32, BigInt(timeAt - summedAt));
  return { sum0: sum0 + ((raw1 * Q112) / raw0) * seconds, sum1: sum1 + ((raw0 * Q112) / raw1) * seconds };
}

const LOG_TICK = Math.log(1.0001);

function toTickMean(address: Address, window: PoolWindowBlocks, [start, end]: Ends<TickState>): PriceObservation[] {
  const { from, until, first } = window;
  if (start === undefined) return [];
  const sum = BigInt.asIntN(56, ticksUntil(end, until) - ticksUntil(start, from));
  const tick = Number(sum) / (until - from);
  const sqrtPrice = BigInt(Math.round(Math.exp((tick * LOG_TICK) / 2) * 2 ** 96));
  const liquidity = min(start.liquidity, end.liquidity);
  return [{ ...NONE, address, blockNumber: first.blockNumber - 1n, timeAt: from, sqrtPrice, liquidity }];
}

const ticksUntil = ({ sum, tick, timeAt: summedAt }: TickState, timeAt: number): bigint =>
  sum + BigInt(tick) * BigInt(timeAt - summedAt);
