import { type Abi, type Address, erc20Abi, parseAbi } from "viem";
import { getCreationCode, loadArtifact } from "./artifact.ts";
import { compileContract } from "./compileContract.ts";
import { type ContractSet, type SetUpCall, toCall } from "./contractSet.ts";
import { listPools } from "./poolTable.ts";
import { getToken } from "./tokenTable.ts";
import { TREASURY } from "./treasury.ts";
import { getPairAddress } from "./uniswapV2.ts";

/** Uniswap's own farm of USDC/WETH shares, which pays UNI; the original at its mainnet address. */
export const STAKING_REWARDS: Address = "0x7FBa4B8Dc5E7616e59622806932DBea72537A56b";
/**
 * SushiSwap's farm of pair shares, which pays SUSHI; our implementation with its arithmetic, at its mainnet address.
 */
export const MASTER_CHEF: Address = "0xc2EdaD668740f1aA35E4D8f227fB8E17dcA888Cd";

export const stakingRewardsAbi: Abi = parseAbi([
  "function stake(uint256 amount)",
  "function withdraw(uint256 amount)",
  "function getReward()",
  "function exit()",
  "function notifyRewardAmount(uint256 reward)",
  "function balanceOf(address account) view returns (uint256)",
  "function earned(address account) view returns (uint256)",
  "function totalSupply() view returns (uint256)",
  "function rewardsToken() view returns (address)",
  "function stakingToken() view returns (address)",
]);

export const masterChefAbi: Abi = parseAbi([
  "function add(uint256 allocPoint, address lpToken, bool withUpdate)",
  "function deposit(uint256 pid, uint256 amount)",
  "function withdraw(uint256 pid, uint256 amount)",
  "function pendingSushi(uint256 pid, address user) view returns (uint256)",
  "function poolLength() view returns (uint256)",
  "function poolInfo(uint256 pid) view returns (address lpToken, uint256 allocPoint, uint256 lastRewardBlock, uint256 accSushiPerShare)",
  "function userInfo(uint256 pid, address user) view returns (uint256 amount, uint256 rewardDebt)",
]);
const mintedAbi: Abi = parseAbi(["function handMintingTo(address newMinter)"]);

const E18 = 10n ** 18n;
/** For the sixty days of a StakingRewards period. */
const UNI_REWARD = 50_000n * E18;
/** The treasury's own stake, so that users don't get everything. */
const TREASURY_STAKE = 10n ** 15n;
const SUSHI_PER_BLOCK = 100n * E18;
/** In mainnet's order: the index is the pid. */
const CHEF_POOLS: readonly (readonly [symbolA: string, symbolB: string, allocPoint: bigint])[] = [
  ["WETH", "USDT", 100n],
  ["USDC", "WETH", 200n],
  ["DAI", "WETH", 100n],
];

/** Uniswap V2 pairs by the MasterChef's pid. */
export const masterChefPools: readonly Address[] = CHEF_POOLS.map(([symbolA, symbolB]) => getPair(symbolA, symbolB));

/** The pair accepted by StakingRewards, and by the MasterChef too. */
export const STAKED_PAIR: Address = getPair("USDC", "WETH");

/** Farms on eth, which pay for staked pair shares. */
export const farms: ContractSet = {
  id: "farms",
  chains: ["eth"],
  listPlacements() {
    const staking = loadArtifact("@uniswap/liquidity-staker", "build/StakingRewards.json");
    const stakingArgs = [TREASURY, getToken("eth", "UNI").address, getPair("USDC", "WETH")];
    const chefArgs = [getToken("eth", "SUSHI").address, TREASURY, SUSHI_PER_BLOCK, 0n, 0n];
    return [
      { address: STAKING_REWARDS, creation: getCreationCode(staking, stakingArgs) },
      { address: MASTER_CHEF, creation: getCreationCode(compileContract("MasterChef"), chefArgs) },
    ];
  },
  listSetUpCalls: () => [...listStakingCalls(), ...listChefCalls()],
};

const listStakingCalls = (): SetUpCall[] => [
  toCall(getToken("eth", "UNI").address, erc20Abi, "transfer", [STAKING_REWARDS, UNI_REWARD]),
  toCall(STAKING_REWARDS, stakingRewardsAbi, "notifyRewardAmount", [UNI_REWARD]),
  toCall(STAKED_PAIR, erc20Abi, "approve", [STAKING_REWARDS, TREASURY_STAKE]),
  toCall(STAKING_REWARDS, stakingRewardsAbi, "stake", [TREASURY_STAKE]),
];

const listChefCalls = (): SetUpCall[] => [
  toCall(getToken("eth", "SUSHI").address, mintedAbi, "handMintingTo", [MASTER_CHEF]),
  ...CHEF_POOLS.map(([, , allocPoint], pid) =>
    toCall(MASTER_CHEF, masterChefAbi, "add", [allocPoint, masterChefPools[pid], true]),
  ),
  toCall(STAKED_PAIR, erc20Abi, "approve", [MASTER_CHEF, TREASURY_STAKE]),
  toCall(MASTER_CHEF, masterChefAbi, "deposit", [masterChefPools.indexOf(STAKED_PAIR), TREASURY_STAKE]),
];

function getPair(symbolA: string, symbolB: string): Address {
  const pool = listPools("eth", "v2").find(({ token0, token1 }) =>
    [token0.symbol, token1.symbol].every((symbol) => symbol === symbolA || symbol === symbolB),
  );
  if (pool === undefined) throw new Error(`The devnet has no pair of ${symbolA} and ${symbolB}`);
  return getPairAddress("eth", pool);
}
