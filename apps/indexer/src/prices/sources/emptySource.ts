import type { Address } from "@portico/evm";
import type { PriceSource } from "@portico/store";

/** An address that was checked and is otherwise unknown. */
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
