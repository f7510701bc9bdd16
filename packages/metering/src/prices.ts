/** Units by operationId. */
export type PriceTable = Readonly<Record<string, number>>;

export interface Prices {
  /** Units that a call costs; 0 is free. @throws RangeError for an unknown operation. */
  readonly priceOf: (operation: string) => number;
  /** Replaces the overrides. @throws RangeError like createPrices; nothing changes then. */
  readonly setOverrides: (overrides: PriceTable) => void;
  /** Current price of every operation. */
  readonly list: () => PriceTable;
}

/**
 * Prices of calls.
 * @param options.table - The contract's `x-units`: integers, 0 for free operations.
 * @param options.overrides - An operator's own; positive integers. Overrides of unknown operations have no effect.
 * An override of an operation also applies to its unprefixed path (`…Unversioned`), unless that has its own.
 * @throws RangeError for an invalid price: a negative one would grant units.
 */
export function createPrices({ table, overrides = {} }: { table: PriceTable; overrides?: PriceTable }): Prices {
  assertPrices(table, 0);
  let prices = merge(table, overrides);
  return {
    priceOf(operation) {
      const units = prices.get(operation);
      if (units === undefined) throw new RangeError(`The operation '${operation}' has no price`);
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

/** The override of an operation, or of the same one at the prefixed path. */
export const findOverride = <T>(overrides: ReadonlyMap<string, T>, operation: string): T | undefined =>
  overrides.get(operation) ?? overrides.get(operation.replace(/Unversioned$/, ""));

function assertPrices(prices: PriceTable, least: number): void {
  for (const [operation, units] of Object.entries(prices)) {
    if (Number.isSafeInteger(units) && units >= least) continue;
    throw new RangeError(
      `The price of '${operation}' must be a whole number of units, at least ${least}, and is ${units}`,
    );
  }
}
