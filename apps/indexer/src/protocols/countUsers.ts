import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { createChainReader, openContext } from "@portico/protocols";
import type { ChainReading, Deployed, Depositors, PoolState } from "@portico/protocols";
import { countHolders, findBalance, listInteractedOwners } from "@portico/store";
import type { Store } from "@portico/store";

/** Number of accounts with a deposit, and with one that is worth more than $100. Null is unknown. */
export interface UserCount {
  userCount: number | null;
  valuableUserCount: number | null;
}

const OWNERS_AT_ONCE = 1_000;
const VALUABLE_USD = 100;

/**
 * Counts holders of a pool's shares: holders of its receipt by the index, else accounts that are known to have
 * interacted with it. Receipts burnt by sending them to the zero address are not counted.
 */
export async function countUsers(
  db: Store,
  reading: ChainReading,
  { deployed, pool, depositUsd }: { deployed: Deployed; pool: PoolState; depositUsd: number | null },
): Promise<UserCount> {
  const { depositors } = pool;
  if (depositors === undefined) return { userCount: null, valuableUserCount: null };
  const atLeast = getValuableShares(pool.rawShares, depositUsd ?? 0);
  const counted =
    depositors.by === "receipt"
      ? await countReceipts(db, reading.chain.slug, depositors.token, atLeast)
      : await countInteracted(db, reading, { deployed, pool, source: depositors, atLeast });
  if (counted === undefined) return { userCount: null, valuableUserCount: null };
  return { userCount: counted.count, valuableUserCount: depositUsd === null ? null : counted.valuable };
}

const MICRO = 1_000_000;

/** More shares than this are worth more than $100. */
function getValuableShares(rawShares: bigint, depositUsd: number): bigint {
  const deposited = BigInt(Math.round(depositUsd * MICRO));
  return deposited <= 0n ? rawShares : (rawShares * BigInt(VALUABLE_USD * MICRO)) / deposited;
}

interface Counted {
  count: number;
  valuable: number;
}

async function countReceipts(db: Store, chain: string, token: Address, atLeast: bigint): Promise<Counted> {
  const { count, valuable } = await countHolders(db, chain, token, { atLeast });
  const burnt = (await findBalance(db, { owner: ZERO_ADDRESS, chain, token }))?.rawAmount ?? 0n;
  return { count: count - (burnt > 0n ? 1 : 0), valuable: valuable - (burnt > atLeast ? 1 : 0) };
}

interface InteractedPool {
  deployed: Deployed;
  pool: PoolState;
  source: Depositors & { by: "interaction" };
  atLeast: bigint;
}

async function countInteracted(
  db: Store,
  reading: ChainReading,
  { deployed, pool, source, atLeast }: InteractedPool,
): Promise<Counted | undefined> {
  const { adapter, contracts } = deployed;
  if (adapter.readShares === undefined) return undefined;
  let [count, valuable] = [0, 0];
  for (let after: Address | undefined; ;) {
    const key = source.key === undefined ? {} : { key: source.key };
    const page = { contract: source.contract, after, limit: OWNERS_AT_ONCE, ...key };
    const listed = await listInteractedOwners(db, reading.chain.slug, page);
    const owners = listed.filter((owner) => owner !== ZERO_ADDRESS);
    if (owners.length > 0) {
      const context = openContext(reading, createChainReader(reading), contracts);
      const shares = await adapter.readShares(context, pool.pool, owners);
      count += shares.filter((share) => share > 0n).length;
      valuable += shares.filter((share) => share > atLeast).length;
    }
    after = listed.at(-1);
    if (listed.length < OWNERS_AT_ONCE) return { count, valuable };
  }
}
