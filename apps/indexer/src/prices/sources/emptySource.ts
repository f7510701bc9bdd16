import type { Address } from "@portico/evm";
import type { PriceSource } from "@portico/store";

/** An address of which nothing is known but that it was looked at. */
export const emptySource = (address: Address, blockNumber: bigint): PriceSource => ({
  address,
  kind: "none",
  token0: null,
  token1: null,
  fee: null,
  feed: null,
  phase: null,
  blockNumber,
});
