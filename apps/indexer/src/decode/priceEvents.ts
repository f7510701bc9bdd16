import type { Address } from "@portico/evm";
import type { PriceObservation } from "@portico/store";
import type { Changes } from "../chain/changes.ts";
import { toLowerCase, toUint, wordAt } from "./logDecoder.ts";
import type { LogDecoder, LogLocation } from "./logDecoder.ts";

const MAX_RESERVE = 2n ** 112n;
const MAX_SQRT_PRICE = 2n ** 160n;
const MAX_LIQUIDITY = 2n ** 128n;

/** Uniswap V2's `Sync(reserve0, reserve1)`. */
export const decodeSync: LogDecoder = (_chain, log, location, changes) => {
  if (log.topics.length !== 1 || log.data.length !== 130) return;
  const [raw0, raw1] = [toUint(wordAt(log.data, 0)!), toUint(wordAt(log.data, 1)!)];
  if (raw0 >= MAX_RESERVE || raw1 >= MAX_RESERVE) return;
  observe(toLowerCase(log.address), location, { raw0, raw1 }, changes);
};

/** Uniswap V3's `Initialize(sqrtPriceX96, tick)`: the pool has no liquidity yet. */
export const decodeV3Initialize: LogDecoder = (_chain, log, location, changes) => {
  if (log.topics.length !== 1 || log.data.length !== 130) return;
  const sqrtPrice = toUint(wordAt(log.data, 0)!);
  if (sqrtPrice === 0n || sqrtPrice >= MAX_SQRT_PRICE) return;
  observe(toLowerCase(log.address), location, { sqrtPrice, liquidity: 0n }, changes);
};

/** Uniswap V3's `Swap(sender, recipient, amount0, amount1, sqrtPriceX96, liquidity, tick)`, and PancakeSwap's. */
export const decodeV3Swap: LogDecoder = (_chain, log, location, changes) => {
  const [sqrtWord, liquidityWord] = [wordAt(log.data, 2), wordAt(log.data, 3)];
  if (log.topics.length !== 3 || sqrtWord === undefined || liquidityWord === undefined) return;
  const [sqrtPrice, liquidity] = [toUint(sqrtWord), toUint(liquidityWord)];
  if (sqrtPrice === 0n || sqrtPrice >= MAX_SQRT_PRICE || liquidity >= MAX_LIQUIDITY) return;
  observe(toLowerCase(log.address), location, { sqrtPrice, liquidity }, changes);
};

/** Chainlink's `AnswerUpdated(current, roundId, updatedAt)`. */
export const decodeAnswerUpdated: LogDecoder = (_chain, log, location, changes) => {
  const [, answer] = log.topics;
  const updatedAt = wordAt(log.data, 0);
  if (answer === undefined || updatedAt === undefined || log.topics.length !== 3) return;
  const raw0 = BigInt.asIntN(256, toUint(answer));
  observe(toLowerCase(log.address), location, { raw0, raw1: toUint(updatedAt) }, changes);
};

type ObservedValues = Partial<Pick<PriceObservation, "liquidity" | "raw0" | "raw1" | "sqrtPrice">>;

/** The last one in a block counts. */
function observe(
  address: Address,
  { blockNumber, timeAt }: LogLocation,
  values: ObservedValues,
  { observations }: Changes,
): void {
  const nothing = { raw0: null, raw1: null, sqrtPrice: null, liquidity: null, supply: null };
  observations.set(`${address} ${blockNumber}`, { address, blockNumber, timeAt, ...nothing, ...values });
}
