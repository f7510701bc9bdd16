import { isPriced } from "./contractPrices.ts";
import type { PriceTable } from "./prices.ts";

export const UNITS_HELP = `  PORTICO_UNITS         prices that replace the contract's: getUserProtocol=5,getToken=2; the dashboard's override them`;

/**
 * PORTICO_UNITS: `operationId=units`, comma-separated; for operations with a price, on whichever server.
 * @throws Error naming the invalid entry and the valid form.
 */
export function readUnitOverrides(env: NodeJS.ProcessEnv): PriceTable {
  const entries = (env["PORTICO_UNITS"] ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  return Object.fromEntries(entries.map(readEntry));
}

function readEntry(entry: string): [string, number] {
  const [, operation = "", units = ""] = /^(\w+)\s*=\s*(\S+)$/.exec(entry) ?? [];
  if (!isPriced(operation)) {
    throw new Error(
      `PORTICO_UNITS must be operationId=units, separated by commas: '${entry}' names no operation with a price`,
    );
  }
  if (!/^[1-9]\d{0,8}$/.test(units)) {
    throw new Error(`PORTICO_UNITS: the price of ${operation} must be a whole number of units from 1`);
  }
  return [operation, Number(units)];
}
