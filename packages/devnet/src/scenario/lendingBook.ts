import type { Address } from "viem";

/** A user's minimum supply in one reserve, and debt, without interest. */
export interface Account {
  owner: Address;
  symbol: string;
  supplied: bigint;
  owed: bigint;
}

/** Suppliers and borrowers at Aave. */
export interface LendingBook {
  /** Whether loans are available. */
  isOpen: boolean;
  accounts: Account[];
  /** Block of the owner's last action: one per block. */
  lastUsedAt: Map<Address, number>;
}

export const createLendingBook = (): LendingBook => ({ isOpen: false, accounts: [], lastUsedAt: new Map() });

/** An empty one if there is none. */
export function getAccount({ accounts }: LendingBook, owner: Address, symbol: string): Account {
  const known = accounts.find((account) => account.owner === owner && account.symbol === symbol);
  if (known !== undefined) return known;
  const account = { owner, symbol, supplied: 0n, owed: 0n };
  accounts.push(account);
  return account;
}
