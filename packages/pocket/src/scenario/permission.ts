import type { Address } from "viem";

/** What Permit2 lets its usual spender move. */
export interface Permission {
  owner: Address;
  token: Address;
  left: bigint;
  /** Unix seconds. */
  expiresAt: number;
  /** Nothing else happens to it in that block: transactions of different people may be mined in another order. */
  touchedAt: number;
}
