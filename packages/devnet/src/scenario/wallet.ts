import type { Address } from "viem";

/** A contract that holds a user's coins. */
export interface Wallet {
  address: Address;
  owner: Address;
}
