import { parseAbi, parseAbiItem } from "viem";

/** @see https://docs.stargate.finance */
export const poolAbi = parseAbi([
  "function token() view returns (address)",
  "function lpToken() view returns (address)",
  "function tvl() view returns (uint256)",
]);

export const shareAbi = parseAbi([
  "function balanceOf(address owner) view returns (uint256)",
  "function totalSupply() view returns (uint256)",
]);

export const stakingAbi = parseAbi([
  "function tokens() view returns (address[])",
  "function balanceOf(address token, address user) view returns (uint256)",
  "function totalSupply(address token) view returns (uint256)",
  "function rewarder(address token) view returns (address)",
]);

export const rewarderAbi = parseAbi([
  "function getRewards(address stakingToken, address user) view returns (address[] tokens, uint256[] amounts)",
]);

export const stakeDeposit = parseAbiItem(
  "event Deposit(address indexed token, address indexed from, address indexed to, uint256 amount)",
);
