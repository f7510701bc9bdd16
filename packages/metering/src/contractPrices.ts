import { operationTable } from "@portico/contract";
import type { PriceTable } from "./prices.ts";

/** Price of every operation in the contract, on whichever server; 0 is free. */
export const CONTRACT_PRICES: PriceTable = Object.fromEntries(
  Object.entries(operationTable).map(([id, { units }]) => [id, units]),
);

/** Whether an operation has a price; only then can it be overridden. */
export const isPriced = (operation: string): boolean =>
  Object.hasOwn(CONTRACT_PRICES, operation) && CONTRACT_PRICES[operation] !== 0;
