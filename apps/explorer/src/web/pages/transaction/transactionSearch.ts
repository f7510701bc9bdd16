/** Whose view of a transaction is shown first. */
export interface TransactionSearch {
  /** An address in lower case. */
  readonly of?: string;
}

/** Reads the page's search parameters; invalid ones are left out. */
export function readTransactionSearch({ of }: Record<string, unknown>): TransactionSearch {
  const address = typeof of === "string" ? of.toLowerCase() : "";
  return /^0x[0-9a-f]{40}$/.test(address) ? { of: address } : {};
}
