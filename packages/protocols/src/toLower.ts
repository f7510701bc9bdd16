import type { Address } from "@portico/evm";

/** Contracts return checksummed addresses; internally they are lower-case. */
export const toLower = (address: Address): Address => address.toLowerCase() as Address;
