import type { Category } from "../category.ts";
import type { Args, FunctionRow } from "../functionRow.ts";
import { amountOf, type Effects, ifActor, protocolRow, readRow } from "./protocolRow.ts";

/**
 * Only the contract or pool knows the staked token: calldata has its index. `withdraw(uint256)` is among the wrapped
 * coins.
 */
const stakingRewardsRows: readonly FunctionRow[] = [
  protocolRow("stake", "function stake(uint256 amount)"),
  protocolRow("stake", "function stakeWithPermit(uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)"),
  protocolRow("claim", "function getReward()"),
  protocolRow("unstake", "function exit()"),
];

/** Nothing deposited or withdrawn: a harvest; the first MasterChef has no other function for it. */
const orHarvest =
  (category: Category) =>
  ({ amount }: Args): Effects & { category: Category } => ({ category: amount === 0n ? "claim" : category });

/** MasterChef of SushiSwap and PancakeSwap, V2 and MiniChef with a recipient, and PancakeSwap's for V3 positions. */
const masterChefRows: readonly FunctionRow[] = [
  readRow("function deposit(uint256 pid, uint256 amount)", orHarvest("stake")),
  readRow("function withdraw(uint256 pid, uint256 amount)", orHarvest("unstake")),
  readRow("function deposit(uint256 pid, uint256 amount, address to)", orHarvest("stake")),
  readRow("function withdraw(uint256 pid, uint256 amount, address to)", orHarvest("unstake")),
  protocolRow("unstake", "function withdrawAndHarvest(uint256 pid, uint256 amount, address to)"),
  protocolRow("claim", "function harvest(uint256 id, address to)"),
  protocolRow("unstake", "function emergencyWithdraw(uint256 pid)"),
  protocolRow("unstake", "function emergencyWithdraw(uint256 pid, address to)"),
  readRow("function enterStaking(uint256 amount)", orHarvest("stake")),
  readRow("function leaveStaking(uint256 amount)", orHarvest("unstake")),
  protocolRow("unstake", "function withdraw(uint256 tokenId, address to)"),
  protocolRow(
    "claim",
    "function collectTo((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params, address to)",
  ),
];

const incentive = "(address rewardToken, address pool, uint256 startTime, uint256 endTime, address refundee) key";

/** @see https://docs.uniswap.org/contracts/v3/reference/periphery/staker/UniswapV3Staker */
const v3StakerRows: readonly FunctionRow[] = [
  protocolRow("", `function createIncentive(${incentive}, uint256 reward)`, ({ key, reward }) => ({
    sends: amountOf(key.rewardToken, reward),
  })),
  protocolRow("", `function endIncentive(${incentive})`),
  protocolRow("stake", `function stakeToken(${incentive}, uint256 tokenId)`),
  protocolRow("unstake", `function unstakeToken(${incentive}, uint256 tokenId)`),
  protocolRow("unstake", "function withdrawToken(uint256 tokenId, address to, bytes data)"),
  protocolRow("", "function transferDeposit(uint256 tokenId, address to)"),
  // 0 claims everything; the amount requested is the maximum.
  protocolRow(
    "claim",
    "function claimReward(address rewardToken, address to, uint256 amountRequested)",
    (a, reading) => ({
      receives: ifActor(reading, a["to"], amountOf(a["rewardToken"], 0n)),
    }),
  ),
];

export const farmRows: readonly FunctionRow[] = [...stakingRewardsRows, ...masterChefRows, ...v3StakerRows];
