import { parseAbi, parseAbiItem } from "viem";

/** @see https://docs.pendle.finance/pendle-v2/Developers/Contracts */
export const factoryAbi = parseAbi([
  "function isValidMarket(address market) view returns (bool)",
  "function yieldContractFactory() view returns (address)",
  "function isPT(address token) view returns (bool)",
  "function isYT(address token) view returns (bool)",
]);

/** Views of markets, PT, YT and SY. */
export const tokenAbi = parseAbi([
  "function factory() view returns (address)",
  "function readTokens() view returns (address sy, address pt, address yt)",
  "function SY() view returns (address)",
  "function PT() view returns (address)",
  "function YT() view returns (address)",
  "function expiry() view returns (uint256)",
  "function yieldToken() view returns (address)",
  "function balanceOf(address owner) view returns (uint256)",
  "function totalSupply() view returns (uint256)",
  "function getRewardTokens() view returns (address[])",
]);

export const marketAbi = parseAbi([
  "function _storage() view returns (int128 totalPt, int128 totalSy, uint96 lastLnImpliedRate, uint16 observationIndex, uint16 observationCardinality, uint16 observationCardinalityNext)",
  "function redeemRewards(address user) returns (uint256[])",
]);

export const ytAbi = parseAbi([
  "function pyIndexCurrent() returns (uint256)",
  "function redeemDueInterestAndRewards(address user, bool redeemInterest, bool redeemRewards) returns (uint256 interestOut, uint256[] rewardsOut)",
]);

export const syAbi = parseAbi([
  "function previewRedeem(address tokenOut, uint256 amountSharesToRedeem) view returns (uint256 amountTokenOut)",
]);

/** PendlePYLpOracle: rates of a market's PT and YT, averaged over a duration, in 1e-18 SY. */
export const oracleAbi = parseAbi([
  "function getPtToSyRate(address market, uint32 duration) view returns (uint256)",
  "function getYtToSyRate(address market, uint32 duration) view returns (uint256)",
]);

/** Each names an owner that may have rewards, or bought a PT whose market is needed to value it. */
export const pendleEvents = [
  {
    event: parseAbiItem(
      "event Swap(address indexed caller, address indexed receiver, int256 netPtOut, int256 netSyOut, uint256 netSyFee, uint256 netSyToReserve)",
    ),
    owners: ["receiver"],
  },
  {
    event: parseAbiItem(
      "event Mint(address indexed receiver, uint256 netLpMinted, uint256 netSyUsed, uint256 netPtUsed)",
    ),
    owners: ["receiver"],
  },
  {
    event: parseAbiItem(
      "event Mint(address indexed caller, address indexed receiverPT, address indexed receiverYT, uint256 amountSyToMint, uint256 amountPYOut)",
    ),
    owners: ["receiverPT", "receiverYT"],
  },
  { event: parseAbiItem("event RedeemInterest(address indexed user, uint256 interestOut)"), owners: ["user"] },
  { event: parseAbiItem("event RedeemRewards(address indexed user, uint256[] rewardsOut)"), owners: ["user"] },
];
