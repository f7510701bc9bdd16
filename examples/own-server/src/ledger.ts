/** Your data source. Here an account book in memory, as a custodian has one. */
export interface Ledger {
  /** Empty for an address that has no account. */
  readonly listHoldings: (address: string) => Promise<readonly Holding[]>;
}

export interface Holding {
  readonly symbol: string;
  readonly name: string;
  /** Base units. */
  readonly rawAmount: bigint;
  readonly decimals: number;
  /** In USD. */
  readonly price: number;
}

const BOOK: Readonly<Record<string, readonly Holding[]>> = {
  "0xd8da6bf26964af9d7eed9e03e53415d37aa96045": [
    { symbol: "ETH", name: "Ether", rawAmount: 12_345_678_901_234_567_891n, decimals: 18, price: 3000 },
    { symbol: "EURX", name: "Euro claim", rawAmount: 250_000_000n, decimals: 6, price: 1.1 },
  ],
};

export const createLedger = (): Ledger => ({ listHoldings: async (address) => BOOK[address] ?? [] });
