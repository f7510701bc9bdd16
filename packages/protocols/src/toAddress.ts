import type { Address } from "@portico/evm";

/** An address from the key of an interaction. */
export const toAddress = (key: string): Address => `0x${key.slice(2).padStart(40, "0")}`;
