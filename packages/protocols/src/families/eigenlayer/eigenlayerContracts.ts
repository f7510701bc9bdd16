import type { Address } from "@portico/evm";
import { parseAbi } from "viem";

export interface EigenlayerContracts {
  /** DelegationManager. */
  delegation: Address;
  /** StrategyManager. */
  strategies: Address;
  /** EigenPodManager. */
  pods: Address;
  /** Its token, bEIGEN, is EIGEN unwrapped. */
  eigenStrategy: Address;
  eigen: Address;
}

/** @see https://github.com/Layr-Labs/eigenlayer-contracts/tree/main/docs/core */
export const delegationAbi = parseAbi([
  "struct Withdrawal { address staker; address delegatedTo; address withdrawer; uint256 nonce; uint32 startBlock; address[] strategies; uint256[] scaledShares; }",
  "function getDepositedShares(address staker) view returns (address[] strategies, uint256[] shares)",
  "function getWithdrawableShares(address staker, address[] strategies) view returns (uint256[] withdrawableShares, uint256[] depositShares)",
  "function getQueuedWithdrawals(address staker) view returns (Withdrawal[] withdrawals, uint256[][] shares)",
  "function minWithdrawalDelayBlocks() view returns (uint32)",
]);

export const strategyAbi = parseAbi([
  "function underlyingToken() view returns (address)",
  "function sharesToUnderlyingView(uint256 shares) view returns (uint256)",
  "function totalShares() view returns (uint256)",
]);
