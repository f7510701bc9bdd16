import { parseAbi } from "viem";

/** Vault, GlpManager, RewardRouter and RewardTracker of GMX V1. @see "abis of @gmx-io/sdk 1.4.0" */
export const vaultAbi = parseAbi([
  "function allWhitelistedTokensLength() view returns (uint256)",
  "function allWhitelistedTokens(uint256) view returns (address)",
  "function stableTokens(address token) view returns (bool)",
  "function tokenDecimals(address token) view returns (uint256)",
  "function isManager(address account) view returns (bool)",
  "function poolAmounts(address token) view returns (uint256)",
  "function reservedAmounts(address token) view returns (uint256)",
  "function getMinPrice(address token) view returns (uint256)",
  "function getMaxPrice(address token) view returns (uint256)",
  "function cumulativeFundingRates(address token) view returns (uint256)",
  "function fundingInterval() view returns (uint256)",
  "function fundingRateFactor() view returns (uint256)",
  "function stableFundingRateFactor() view returns (uint256)",
  "function positions(bytes32 key) view returns (uint256 size, uint256 collateral, uint256 averagePrice, uint256 entryFundingRate)",
  "function getPositionDelta(address account, address collateralToken, address indexToken, bool isLong) view returns (bool hasProfit, uint256 delta)",
]);

export const managerAbi = parseAbi([
  "function vault() view returns (address)",
  "function glp() view returns (address)",
  "function isHandler(address account) view returns (bool)",
  "function getAumInUsdg(bool maximise) view returns (uint256)",
]);

export const routerAbi = parseAbi([
  "function glpManager() view returns (address)",
  "function gmx() view returns (address)",
  "function esGmx() view returns (address)",
  "function feeGlpTracker() view returns (address)",
  "function stakedGlpTracker() view returns (address)",
  "function stakedGmxTracker() view returns (address)",
  "function feeGmxTracker() view returns (address)",
]);

export const trackerAbi = parseAbi([
  "function rewardToken() view returns (address)",
  "function distributor() view returns (address)",
  "function depositBalances(address account, address token) view returns (uint256)",
  "function claimable(address account) view returns (uint256)",
]);
