import type { Address } from "viem";

/** What somebody has in one reserve, at least, and owes, without interest. */
export interface Account {
  owner: Address;
  symbol: string;
  supplied: bigint;
  owed: bigint;
}

/** Who lends and borrows at Aave. */
export interface LendingBook {
  /** Loans can be had. */
  isOpen: boolean;
  accounts: Account[];
  /** When the owner last did something: nothing else of it happens in that block. */
  touchedAt: Map<Address, number>;
}

export const createLendingBook = (): LendingBook => ({ isOpen: false, accounts: [], touchedAt: new Map() });

/** An empty one when there is none. */
export function getAccount({ accounts }: LendingBook, owner: Address, symbol: string): Account {
  const known = accounts.find((account) => account.owner === owner && account.symbol === symbol);
  if (known !== undefined) return known;
  const account = { owner, symbol, supplied: 0n, owed: 0n };
  accounts.push(account);
  return account;
}
