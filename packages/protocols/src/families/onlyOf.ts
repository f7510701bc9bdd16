import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";

/** The only address of a role. The zero address, which nothing responds at, for a role that a row lacks. */
export const onlyOf = ([address]: readonly Address[] = []): Address => address ?? ZERO_ADDRESS;
