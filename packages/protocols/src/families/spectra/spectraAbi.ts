import { parseAbi, parseAbiItem } from "viem";

/** @see https://docs.spectra.finance */
export const factoryAbi = parseAbi(["function getRegistry() view returns (address)"]);
export const registryAbi = parseAbi(["function isRegisteredPT(address pt) view returns (bool)"]);

/** ERC-5095, with what Spectra adds. IBT: the interest-bearing token that a PT holds. */
export const ptAbi = parseAbi([
  "function getIBT() view returns (address)",
  "function getYT() view returns (address)",
  "function maturity() view returns (uint256)",
  "function previewRedeemForIBT(uint256 shares) view returns (uint256)",
  "function getCurrentYieldOfUserInIBT(address user) view returns (uint256)",
]);
export const ytAbi = parseAbi(["function getPT() view returns (address)"]);

/** Pools of IBT and PT on Curve. Their token is the pool itself, or both name each other. */
export const curveAbi = parseAbi([
  "function minter() view returns (address)",
  "function token() view returns (address)",
  "function coins(uint256 index) view returns (address)",
  "function balances(uint256 index) view returns (uint256)",
  "function price_oracle() view returns (uint256)",
]);
export const curveNgAbi = parseAbi(["function price_oracle(uint256 index) view returns (uint256)"]);

export const tokenAbi = parseAbi([
  "function balanceOf(address owner) view returns (uint256)",
  "function totalSupply() view returns (uint256)",
]);

export const yieldUpdated = parseAbiItem("event YieldUpdated(address indexed user, uint256 indexed yieldInIBT)");
