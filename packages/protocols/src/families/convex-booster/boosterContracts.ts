import type { Address } from "@portico/evm";
import { parseAbi } from "viem";

/** Convex, or a fork, on one chain. */
export interface BoosterContracts {
  boosters: readonly Address[];
  /** Lock the token that rewards mint. */
  lockers: readonly Address[];
  /** Stake cvxCRV. */
  wrappers: readonly Address[];
  /** How many tokens a reward mints; none: unknown. */
  minting?: "aura" | "convex" | undefined;
}

/** @see https://docs.convexfinance.com/convexfinanceintegration/booster */
export const boosterAbi = parseAbi([
  "function poolLength() view returns (uint256)",
  "function poolInfo(uint256 pid) view returns (address lptoken, address token, address gauge, address crvRewards, address stash, bool shutdown)",
  "function minter() view returns (address)",
  "function lockRewards() view returns (address)",
  "function stakerRewards() view returns (address)",
  "function getRewardMultipliers(address pool) view returns (uint256)",
]);
