import { type Abi, type Address, erc20Abi, maxUint256, parseAbi } from "viem";
import { getCreationCode } from "./artifact.ts";
import { compileContract } from "./compileContract.ts";
import { type ContractSet, type SetUpCall, toCall } from "./contractSet.ts";
import { TREASURY } from "./treasury.ts";

/**
 * Staked ether, whose balances change with the oracle's report; our implementation with Lido's arithmetic, at its
 * mainnet address.
 */
export const STETH: Address = "0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84";
/** Shares of it; also our implementation. */
export const WSTETH: Address = "0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0";
/** Gets a tenth of the earnings, as shares: Lido's agent. */
export const LIDO_TREASURY: Address = "0x3e40D73EB977Dc6a537aF587D48316feE66E9C8c";

export const stEthAbi: Abi = parseAbi([
  "function submit(address referral) payable returns (uint256)",
  "function handleOracleReport(uint256 timeElapsed, uint256 rewards)",
  "function sharesOf(address account) view returns (uint256)",
  "function getTotalShares() view returns (uint256)",
  "function getTotalPooledEther() view returns (uint256)",
  "function getPooledEthByShares(uint256 sharesAmount) view returns (uint256)",
  "function getSharesByPooledEth(uint256 ethAmount) view returns (uint256)",
  "event TokenRebased(uint256 indexed reportTimestamp, uint256 timeElapsed, uint256 preTotalShares, uint256 preTotalEther, uint256 postTotalShares, uint256 postTotalEther, uint256 sharesMintedAsFees)",
]);

export const wstEthAbi: Abi = parseAbi([
  "function wrap(uint256 stETHAmount) returns (uint256)",
  "function unwrap(uint256 wstETHAmount) returns (uint256)",
  "function stETH() view returns (address)",
  "function stEthPerToken() view returns (uint256)",
  "function getStETHByWstETH(uint256 wstETHAmount) view returns (uint256)",
  "function getWstETHByStETH(uint256 stETHAmount) view returns (uint256)",
]);

const ETHER = 10n ** 18n;
const STAKED = 100_000n * ETHER;
/** Makes a share worth 1.2 coins from the start, similar to mainnet. */
const EARNED_BEFORE = 23_000n * ETHER;
const WRAPPED = 60_000n * ETHER;

/** The treasury stakes, and reports earnings. */
export const lido: ContractSet = {
  id: "lido",
  chains: ["eth"],
  listPlacements: () => [
    { address: STETH, creation: getCreationCode(compileContract("StakedEther"), [TREASURY, LIDO_TREASURY]) },
    { address: WSTETH, creation: getCreationCode(compileContract("WrappedStake"), [STETH]) },
  ],
  listSetUpCalls: () => [
    toCall(STETH, stEthAbi, "submit", [TREASURY], STAKED),
    reportStake(EARNED_BEFORE),
    toCall(STETH, erc20Abi, "approve", [WSTETH, maxUint256]),
    toCall(WSTETH, wstEthAbi, "wrap", [WRAPPED]),
  ],
};

/** A day's report, sent by the treasury. */
export const reportStake = (earned: bigint): SetUpCall =>
  toCall(STETH, stEthAbi, "handleOracleReport", [86_400n, earned]);
