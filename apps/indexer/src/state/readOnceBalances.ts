import { readBalances } from "@portico/evm";
import type { Address, Rpc } from "@portico/evm";
import { listActiveTwins } from "@portico/store";
import type { BalanceRead, BlockRef, Pair, Store } from "@portico/store";

interface BalanceReader {
  db: Store;
  /** Slug. */
  chain: string;
  rpc: Rpc;
}

type BalanceOptions = Pick<BlockRef, "blockNumber" | "hash"> & { chunkSize?: number };

/**
 * Reads balances at one block. Of two tokens that keep one ledger the left-out one has 0 where both report the same
 * amount; the other one is read with it, whether requested or not.
 * @returns those of the requested pairs in order, then the others.
 */
export async function readOnceBalances<P extends Pair>(
  { db, chain, rpc }: BalanceReader,
  pairs: readonly P[],
  options: BalanceOptions,
): Promise<((P | Pair) & BalanceRead)[]> {
  const twins = new Map((await listActiveTwins(db, chain)).map(({ token, twin }) => [token, twin]));
  const hasTwins = pairs.some(({ token }) => twins.has(token));
  const all: readonly (P | Pair)[] = hasTwins ? [...pairs, ...listMissing(pairs, twins)] : pairs;
  const rawAmounts = await readBalances(rpc, all, options);
  const read = all.map((pair, index) => ({ ...pair, rawAmount: rawAmounts[index] ?? null }));
  if (!hasTwins) return read;
  const amounts = new Map(read.map(({ owner, token, rawAmount }) => [keyOf(owner, token), rawAmount]));
  return read.map((balance) => {
    const twin = twins.get(balance.token);
    const isRepeated = twin !== undefined && balance.rawAmount === amounts.get(keyOf(balance.owner, twin));
    return isRepeated && balance.rawAmount !== null ? { ...balance, rawAmount: 0n } : balance;
  });
}

function listMissing(pairs: readonly Pair[], twins: ReadonlyMap<Address, Address>): Pair[] {
  const wanted = pairs.flatMap(({ owner, token }) => {
    const twin = twins.get(token);
    return twin === undefined ? [] : [{ owner, token: twin }];
  });
  const requested = new Set(pairs.map(({ owner, token }) => keyOf(owner, token)));
  return wanted.filter(({ owner, token }) => !requested.has(keyOf(owner, token)));
}

const keyOf = (owner: Address, token: Address): string => owner + token;
