import { toEventSelector } from "viem";

/** First topics of the events that say who touched what. */
export const topics = {
  transfer: toEventSelector("Transfer(address,address,uint256)"),
  /** WETH9 and its copies tell wraps and unwraps by these two and emit no Transfer for them. */
  wrappedDeposit: toEventSelector("Deposit(address,uint256)"),
  wrappedWithdrawal: toEventSelector("Withdrawal(address,uint256)"),
  /** Ampleforth's, which rebasing tokens copied: every holder's balance changes without a Transfer. */
  logRebase: toEventSelector("LogRebase(uint256,uint256)"),
} as const;
