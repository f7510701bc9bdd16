import type { Address } from "viem";

/** Stands for a chain's native coin wherever a token's address is expected. @see https://eips.ethereum.org/EIPS/eip-7528 */
export const NATIVE_TOKEN: Address = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";

/** The other side of mints and burns. */
export const ZERO_ADDRESS: Address = "0x0000000000000000000000000000000000000000";
