import { bridgeEventRows } from "../bridges/bridgeEvents.ts";
import type { Intent } from "../categories/intent.ts";

/** An event by which a contract says what it did for an account. */
export interface EventRow {
  /** Stored: never changed, never used again. */
  code: number;
  /** Canonical, so that it fits whatever is indexed. */
  signature: string;
  meaning: Intent;
  /** Number of the only topic that names the account; omitted: every address that the log has. */
  ownerTopic?: number;
}

const row = (code: number, meaning: Intent, signature: string, ownerTopic?: number): EventRow => ({
  code,
  signature,
  meaning,
  ...(ownerTopic !== undefined && { ownerTopic }),
});

/** Events of standards, of contracts that many protocols copied, and of protocols; their meaning is the emitter's claim. */
export const eventRows: readonly EventRow[] = [
  // distributors, vestings, farms
  row(1, "claim", "Claimed(uint256,address,uint256)"),
  row(2, "claim", "Claimed(address,uint256)"),
  row(3, "claim", "Claimed(address,address,uint256)"),
  row(4, "claim", "Claimed(address,uint256,uint256)"),
  row(5, "claim", "Claimed(address,uint256,uint256,address,uint256)"),
  row(6, "claim", "Claim(address,uint256)"),
  row(7, "claim", "Claim(address,address,uint256)"),
  row(8, "claim", "RewardPaid(address,uint256)"),
  row(9, "claim", "RewardPaid(address,address,uint256)"),
  row(10, "claim", "RewardsClaimed(address,uint256)"),
  row(11, "claim", "RewardsClaimed(address,address,uint256)"),
  row(12, "claim", "RewardsClaimed(address,address,address,uint256)"),
  row(13, "claim", "RewardsClaimed(address,address,address,address,uint256)"),
  row(14, "claim", "RewardClaimed(address,uint256)"),
  row(15, "claim", "RewardClaimed(address,address,uint256)"),
  row(16, "claim", "Harvest(address,uint256)"),
  row(17, "claim", "Harvest(address,uint256,uint256)"),
  row(18, "claim", "ClaimRewards(address,address,uint256)"),
  row(19, "claim", "TokensReleased(address,uint256)"),
  row(20, "claim", "ERC20Released(address,uint256)"),
  row(21, "claim", "Claimed(uint256,address,address,uint256)"),
  // staking
  row(30, "stake", "Staked(address,uint256)"),
  row(31, "stake", "Staked(address,uint256,uint256)"),
  row(32, "stake", "Staked(address,address,uint256)"),
  row(33, "stake", "Staked(address,uint256,uint256,bytes)"),
  row(34, "stake", "Staked(address,address,uint256,uint256)"),
  row(35, "stake", "Stake(address,uint256)"),
  row(36, "stake", "Submitted(address,uint256,address)"),
  row(40, "unstake", "Unstaked(address,uint256)"),
  row(41, "unstake", "Unstaked(address,uint256,uint256)"),
  row(42, "unstake", "Unstaked(address,address,uint256)"),
  row(43, "unstake", "Unstaked(address,uint256,uint256,bytes)"),
  row(44, "unstake", "Unstake(address,uint256)"),
  row(45, "unstake", "Withdrawn(address,uint256)"),
  // vaults and lending
  row(60, "deposit", "Deposit(address,address,uint256,uint256)"), // ERC-4626
  row(61, "withdraw", "Withdraw(address,address,address,uint256,uint256)"), // ERC-4626
  row(62, "deposit", "Supply(address,address,address,uint256,uint16)"), // Aave V3
  row(63, "deposit", "Deposit(address,address,address,uint256,uint16)"), // Aave V2
  row(64, "withdraw", "Withdraw(address,address,address,uint256)"), // Aave
  row(65, "borrow", "Borrow(address,address,address,uint256,uint8,uint256,uint16)"), // Aave V3
  row(66, "borrow", "Borrow(address,address,address,uint256,uint256,uint256,uint16)"), // Aave V2
  row(67, "repay", "Repay(address,address,address,uint256,bool)"), // Aave V3
  row(68, "repay", "Repay(address,address,address,uint256)"), // Aave V2
  row(69, "liquidation", "LiquidationCall(address,address,address,uint256,uint256,address,bool)", 3),
  row(70, "deposit", "SupplyCollateral(address,address,address,uint256)"), // Compound V3
  row(71, "withdraw", "WithdrawCollateral(address,address,address,uint256)"),
  row(72, "borrow", "Borrow(address,uint256,uint256,uint256)"), // Compound V2
  row(73, "repay", "RepayBorrow(address,address,uint256,uint256,uint256)"),
  row(74, "withdraw", "Redeem(address,uint256,uint256)"),
  row(75, "deposit", "Mint(address,uint256,uint256)"),
  row(76, "withdraw", "Withdraw(address,uint256)"),
  row(77, "withdraw", "Withdraw(address,uint256,uint256)"), // MasterChef, VotingEscrow
  row(78, "deposit", "Deposit(address,uint256,uint256)"), // MasterChef
  row(79, "withdraw", "EmergencyWithdraw(address,uint256,uint256)"),
  row(80, "lock", "Deposit(address,uint256,uint256,int128,uint256)"), // VotingEscrow
  row(81, "lock", "Locked(address,uint256,uint256)"),
  row(82, "borrow", "Borrow(bytes32,address,address,address,uint256,uint256)"), // Morpho Blue
  row(83, "repay", "Repay(bytes32,address,address,uint256,uint256)"),
  // votes
  row(100, "governance", "VoteCast(address,uint256,uint8,uint256,string)", 1),
  row(101, "governance", "VoteCastWithParams(address,uint256,uint8,uint256,string,bytes)", 1),
  row(102, "governance", "VoteForGauge(uint256,address,address,uint256)"),
  row(103, "delegate", "DelegateChanged(address,address,address)", 1),
  ...bridgeEventRows.map(({ code, signature }) => row(code, "bridge", signature)),
];
