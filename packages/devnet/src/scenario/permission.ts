import type { Address } from "viem";

/** A Permit2 allowance for its usual spender. */
export interface Permission {
  owner: Address;
  token: Address;
  left: bigint;
  /** Unix seconds. */
  expiresAt: number;
  /** It changes only once per block: transactions of different users may be mined in another order. */
  lastUsedAt: number;
}
