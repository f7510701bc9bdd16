import type { Address } from "@portico/evm";

/** A contract with indexed pools, each for one staked token, which all earn the same token. */
export interface Chef {
  address: Address;
  /** The reward token; undefined: the chef's own view of it, if it has a known one. */
  reward?: Address;
  /** Its view of an owner's earned rewards; undefined: the known one that responds. */
  pending?: string;
  /** 1: `poolInfo` names the staked token, as in SushiSwap's first; 2: `lpToken` does; undefined: the one that responds. */
  generation?: 1 | 2;
  /** Pools may pay other tokens through a second contract: SushiSwap's MasterChefV2 and MiniChefV2. */
  hasRewarders?: boolean;
  /** Nobody verified its code: what it reports counts up to the balances that it has. */
  isUnverified?: boolean;
}

/** A pool of a chef. */
export interface Farm {
  chef: Chef;
  pid: bigint;
}
