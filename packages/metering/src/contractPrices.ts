import { operationTable } from "@portico/contract";
import type { PriceTable } from "./prices.ts";

/** What every operation costs by the contract, on whichever server it is; 0 is nothing. */
export const CONTRACT_PRICES: PriceTable = Object.fromEntries(
  Object.entries(operationTable).map(([id, { units }]) => [id, units]),
);

/** Whether an operation costs something: only then has it a price that can be set. */
export const isPriced = (operation: string): boolean =>
  Object.hasOwn(CONTRACT_PRICES, operation) && CONTRACT_PRICES[operation] !== 0;
