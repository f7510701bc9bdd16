import type { Address } from "viem";
import type { KnownPool } from "./poolBook.ts";

/** Where pair shares can be staked: StakingRewards, or a pool of the MasterChef by its pid. */
export interface Farm {
  pair: Address;
  pid: bigint | "staking rewards";
}

/** A user's stake in a farm. */
export interface Stake {
  owner: Address;
  farm: Farm;
  pool: KnownPool;
  rawAmount: bigint;
  /** Nothing else happens to it in that block. */
  lastUsedAt: number;
}
