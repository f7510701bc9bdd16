import type { Address } from "viem";
import type { KnownPool } from "./poolBook.ts";

/** Where shares of a pair can be locked: StakingRewards, or a pool of the MasterChef by its pid. */
export interface Farm {
  pair: Address;
  pid: bigint | "staking rewards";
}

/** What somebody has locked there. */
export interface Stake {
  owner: Address;
  farm: Farm;
  pool: KnownPool;
  rawAmount: bigint;
  /** Nothing else happens to it in that block. */
  touchedAt: number;
}
