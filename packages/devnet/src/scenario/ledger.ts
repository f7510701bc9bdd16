import type { Address } from "viem";

/** Guaranteed minimum balances. Received amounts count from the next block on. */
export interface Ledger {
  get(owner: Address, token: string): bigint;
  credit(owner: Address, token: string, rawAmount: bigint): void;
  /** @throws RangeError if the balance is too low. */
  debit(owner: Address, token: string, rawAmount: bigint): void;
  /** Called when a block is mined. */
  settle(): void;
}

export function createLedger(): Ledger {
  const settled = new Map<string, bigint>();
  let incoming: [key: string, rawAmount: bigint][] = [];
  const toKey = (owner: Address, token: string) => `${owner} ${token}`;
  return {
    get: (owner, token) => settled.get(toKey(owner, token)) ?? 0n,
    credit(owner, token, rawAmount) {
      incoming.push([toKey(owner, token), rawAmount]);
    },
    debit(owner, token, rawAmount) {
      const key = toKey(owner, token);
      const left = (settled.get(key) ?? 0n) - rawAmount;
      if (left < 0n) throw new RangeError(`The balance of ${owner} is too low by ${-left} of ${token}`);
      settled.set(key, left);
    },
    settle() {
      for (const [key, rawAmount] of incoming) settled.set(key, (settled.get(key) ?? 0n) + rawAmount);
      incoming = [];
    },
  };
}
