/** Units by operationId. */
export type PriceTable = Readonly<Record<string, number>>;

export interface Prices {
  /** Units that a call costs; 0 is free. @throws RangeError for an operation that the table does not know. */
  readonly priceOf: (operation: string) => number;
  /** Replaces the overrides. @throws RangeError as createPrices does; then nothing changes. */
  readonly setOverrides: (overrides: PriceTable) => void;
  /** Every operation's price as it is now. */
  readonly list: () => PriceTable;
}

/**
 * What calls cost.
 * @param options.table - The contract's `x-units`: whole numbers, 0 for what is free.
 * @param options.overrides - An operator's own; whole numbers from 1. Of operations that there aren't (any more), they say nothing.
 * That of an operation holds for its path without the prefix too (`…Unversioned`), unless there is one for that.
 * @throws RangeError for a price that is no such number: else a call could give units.
 */
export function createPrices({ table, overrides = {} }: { table: PriceTable; overrides?: PriceTable }): Prices {
  assertPrices(table, 0);
  let prices = merge(table, overrides);
  return {
    priceOf(operation) {
      const units = prices.get(operation);
      if (units === undefined) throw new RangeError(`No price is known for the operation '${operation}'`);
      return units;
    },
    setOverrides: (next) => {
      prices = merge(table, next);
    },
    list: () => Object.fromEntries(prices),
  };
}

function merge(table: PriceTable, overrides: PriceTable): Map<string, number> {
  assertPrices(overrides, 1);
  const own = new Map(Object.entries(overrides));
  return new Map(Object.entries(table).map(([operation, units]) => [operation, findOverride(own, operation) ?? units]));
}

/** What was set for an operation, or for the same one at the path with the prefix. */
export const findOverride = <T>(overrides: ReadonlyMap<string, T>, operation: string): T | undefined =>
  overrides.get(operation) ?? overrides.get(operation.replace(/Unversioned$/, ""));

function assertPrices(prices: PriceTable, least: number): void {
  for (const [operation, units] of Object.entries(prices)) {
    if (Number.isSafeInteger(units) && units >= least) continue;
    throw new RangeError(`The price of '${operation}' must be a whole number of units from ${least}, and is ${units}`);
  }
}
