import type { Address } from "@portico/evm";
import type { PriceMetadata } from "./priceMetadata.ts";

const MAX_DECIMALS = 77; // 10^77 is the largest power of ten that fits into a uint256

/** Decimal text is parsed to the nearest double; `10 ** n` may not be. */
const POWERS = Array.from({ length: MAX_DECIMALS + 1 }, (_, decimals) => Number(`1e${decimals}`));

/** Base units of one whole token; undefined if its decimals are unknown or out of range. */
export function findBaseUnits({ decimals }: Pick<PriceMetadata, "decimals">, token: Address): number | undefined {
  return toBaseUnits(decimals(token));
}

export const toBaseUnits = (decimals: number | null): number | undefined =>
  decimals === null ? undefined : POWERS[decimals];
