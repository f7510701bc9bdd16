import { listUnitPrices, type Store, type UnitPrice } from "@portico/store";
import { CONTRACT_PRICES, isPriced } from "./contractPrices.ts";
import { findOverride } from "./prices.ts";

/** What an operation costs, and why. */
export interface ListedPrice {
  readonly operation: string;
  readonly units: number;
  /** By the contract. */
  readonly defaultUnits: number;
  /** What an operator set, for it or for the same operation at the path with the prefix. */
  readonly override: UnitPrice | undefined;
}

/** What calls cost by the contract and the database, by id, of operations that cost something. Settings of a server may replace the contract's. */
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
