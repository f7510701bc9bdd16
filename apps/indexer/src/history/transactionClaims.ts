import type { Hash } from "@portico/evm";

/** Transactions that steps are reading: another step that finds one waits until it is stored, and need not read it again. */
export interface TransactionClaims {
  /**
   * Claims transactions, in the order of the calls, and waits for those that were claimed before.
   * @returns ends the claim; call it once they are stored, or won't be.
   */
  claim(hashes: Iterable<Hash>): { ready: Promise<void>; release: () => void };
}

export function createTransactionClaims(): TransactionClaims {
  const claims = new Map<Hash, Promise<void>>();
  return {
    claim(hashes) {
      const own = [...new Set(hashes)];
      const others = new Set(own.map((hash) => claims.get(hash)).filter((claim) => claim !== undefined));
      const { promise, resolve } = Promise.withResolvers<void>();
      for (const hash of own) claims.set(hash, promise);
      return {
        ready: Promise.all(others).then(() => undefined),
        release() {
          for (const hash of own) if (claims.get(hash) === promise) claims.delete(hash);
          resolve();
        },
      };
    },
  };
}
