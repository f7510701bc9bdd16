import type { Address } from "@portico/evm";

/** Contracts answer addresses in mixed case; inside they are in lower case. */
export const toLower = (address: Address): Address => address.toLowerCase() as Address;
