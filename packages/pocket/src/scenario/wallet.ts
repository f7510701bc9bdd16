import type { Address } from "viem";

/** A contract that holds somebody's coins. */
export interface Wallet {
  address: Address;
  owner: Address;
}
