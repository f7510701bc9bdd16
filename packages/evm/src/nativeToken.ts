import type { Address } from "viem";

/** Represents a chain's native coin in place of a token address. @see https://eips.ethereum.org/EIPS/eip-7528 */
export const NATIVE_TOKEN: Address = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";

/** The counterparty of mints and burns. */
export const ZERO_ADDRESS: Address = "0x0000000000000000000000000000000000000000";
