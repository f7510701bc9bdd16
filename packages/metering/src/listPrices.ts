import { listUnitPrices, type Store, type UnitPrice } from "@portico/store";
import { CONTRACT_PRICES, isPriced } from "./contractPrices.ts";
import { findOverride } from "./prices.ts";

/** Price of an operation, and its source. */
export interface ListedPrice {
  readonly operation: string;
  readonly units: number;
  /** In the contract. */
  readonly defaultUnits: number;
  /** An operator's override, for the operation or for the same one at the prefixed path. */
  readonly override: UnitPrice | undefined;
}

/**
 * Prices by operation id, of the contract and the database, for operations that have one. Settings of a server may
 * override the contract's.
 */
export async function listPrices(db: Store): Promise<ListedPrice[]> {
  const overrides = new Map((await listUnitPrices(db)).map((price) => [price.operation, price]));
  return Object.entries(CONTRACT_PRICES)
    .filter(([operation]) => isPriced(operation))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([operation, defaultUnits]) => {
      const override = findOverride(overrides, operation);
      return { operation, units: override?.units ?? defaultUnits, defaultUnits, override };
    });
}
