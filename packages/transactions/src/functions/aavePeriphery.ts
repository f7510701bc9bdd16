import { NATIVE_TOKEN } from "@portico/evm";
import type { FunctionRow } from "../functionRow.ts";
import { amountOf, atLeast, ifActor, protocolRow, valueOf } from "./protocolRow.ts";

const signed = "uint256 deadline, uint8 permitV, bytes32 permitR, bytes32 permitS";

/** WrappedTokenGateway of Aave V2 and V3: the pool with native coin. The newest version ignores the first argument. */
const gatewayRows: readonly FunctionRow[] = [
  protocolRow("supply", "function depositETH(address pool, address onBehalfOf, uint16 referralCode) payable"),
  protocolRow("withdraw", "function withdrawETH(address pool, uint256 amount, address to)", (a, reading) => ({
    receives: ifActor(reading, a["to"], amountOf(NATIVE_TOKEN, atLeast(a["amount"]))),
  })),
  protocolRow(
    "withdraw",
    `function withdrawETHWithPermit(address pool, uint256 amount, address to, ${signed})`,
    (a, reading) => ({ receives: ifActor(reading, a["to"], amountOf(NATIVE_TOKEN, atLeast(a["amount"]))) }),
  ),
  protocolRow(
    "borrow",
    "function borrowETH(address pool, uint256 amount, uint256 interestRateMode, uint16 referralCode)",
    (a) => ({ receives: amountOf(NATIVE_TOKEN, a["amount"]) }),
  ),
  protocolRow("borrow", "function borrowETH(address pool, uint256 amount, uint16 referralCode)", (a) => ({
    receives: amountOf(NATIVE_TOKEN, a["amount"]),
  })),
  protocolRow(
    "repay",
    "function repayETH(address pool, uint256 amount, uint256 rateMode, address onBehalfOf) payable",
    (_, reading) => ({ sends: valueOf(reading) }),
  ),
  protocolRow("repay", "function repayETH(address pool, uint256 amount, address onBehalfOf) payable"),
];

/** RewardsController of V3, incentives of V2: `amount` is a maximum, so the minimum received is nothing. */
const rewardRows: readonly FunctionRow[] = [
  protocolRow(
    "claim",
    "function claimRewards(address[] assets, uint256 amount, address to, address reward)",
    (a, reading) => ({ receives: ifActor(reading, a["to"], amountOf(a["reward"], 0n)) }),
  ),
  protocolRow("claim", "function claimRewards(address[] assets, uint256 amount, address to)"),
  protocolRow(
    "claim",
    "function claimRewardsOnBehalf(address[] assets, uint256 amount, address user, address to, address reward)",
    (a, reading) => ({ receives: ifActor(reading, a["to"], amountOf(a["reward"], 0n)) }),
  ),
  protocolRow("claim", "function claimRewardsOnBehalf(address[] assets, uint256 amount, address user, address to)"),
  protocolRow("claim", "function claimRewardsToSelf(address[] assets, uint256 amount, address reward)", (a) => ({
    receives: amountOf(a["reward"], 0n),
  })),
  protocolRow("claim", "function claimRewardsToSelf(address[] assets, uint256 amount)"),
  protocolRow("claim", "function claimAllRewards(address[] assets, address to)"),
  protocolRow("claim", "function claimAllRewardsOnBehalf(address[] assets, address user, address to)"),
  protocolRow("claim", "function claimAllRewardsToSelf(address[] assets)"),
];

/** stkAAVE and similar. Only the contract knows the staked token; the shares are its own token. */
const stakedTokenRows: readonly FunctionRow[] = [
  protocolRow("stake", "function stake(address to, uint256 amount)"),
  protocolRow("", "function cooldown()"),
  protocolRow("unstake", "function redeem(address to, uint256 amount)"),
  protocolRow("claim", "function claimRewards(address to, uint256 amount)"),
  protocolRow("stake", "function claimRewardsAndStake(address to, uint256 amount)"),
  protocolRow("unstake", "function claimRewardsAndRedeem(address to, uint256 claimAmount, uint256 redeemAmount)"),
];

export const aavePeripheryRows: readonly FunctionRow[] = [...gatewayRows, ...rewardRows, ...stakedTokenRows];
