import type { Pair, Store } from "@portico/store";

const CHUNK = 500;

/** Takes pairs out of the queue of stale balances and leaves no row for them: what they hold can't be known. */
export async function forgetBalances(tx: Store, chain: string, pairs: readonly Pair[]): Promise<void> {
  for (let from = 0; from < pairs.length; from += CHUNK) {
    const chunk = pairs.slice(from, from + CHUNK).map(({ owner, token }) => [toBytea(owner), toBytea(token)] as const);
    for (const table of ["balance", "stale_balance"] as const) {
      await tx
        .deleteFrom(table)
        .where("chain", "=", chain)
        .where((eb) => eb.or(chunk.map(([owner, token]) => eb.and({ owner, token }))))
        .execute();
    }
  }
}

const toBytea = (hex: `0x${string}`): `\\x${string}` => `\\x${hex.slice(2)}`;
