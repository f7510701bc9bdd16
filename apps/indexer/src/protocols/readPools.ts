import type { Address } from "@portico/evm";
import { createChainReader, openContext } from "@portico/protocols";
import type { ChainReading, Deployed, PoolKey, PoolState, Interaction } from "@portico/protocols";

/** Contracts passed to an adapter at once: it may make a handful of calls to each. */
const KNOWN_AT_ONCE = 1_000;

/** A pool's public id. */
export const toPoolId = ({ controller, index }: PoolKey): string =>
  index === undefined ? controller.toLowerCase() : `${controller.toLowerCase()}:${index}`;

/** Indexed contracts and interactions of a protocol. */
export interface Met {
  /** Its receipts and pools. */
  known: readonly Address[];
  /** Accounts named by its event signals. */
  emitted: readonly Interaction[];
}

/**
 * All pools of a protocol at a block, by id.
 * @throws its adapter's error.
 */
export async function readPools(
  reading: ChainReading,
  { adapter, contracts }: Deployed,
  { known, emitted }: Met,
): Promise<Map<string, PoolState>> {
  const pools = new Map<string, PoolState>();
  for (let start = 0; start === 0 || start < known.length; start += KNOWN_AT_ONCE) {
    const page = known.slice(start, start + KNOWN_AT_ONCE);
    const opened = openContext(reading, createChainReader(reading), contracts);
    const context = { ...opened, known: page, emitted: start === 0 ? emitted : [], isContinued: start > 0 };
    for (const pool of (await adapter.listPools?.(context)) ?? []) pools.set(toPoolId(pool.pool), toLowerCase(pool));
  }
  return pools;
}

/** In the form in which addresses are stored. */
const toLowerCase = (pool: PoolState): PoolState => ({
  ...pool,
  contracts: pool.contracts.map(lower),
  supplies: pool.supplies.map(({ token, rawAmount }) => ({ token: lower(token), rawAmount })),
});

const lower = (address: Address): Address => address.toLowerCase() as Address;
