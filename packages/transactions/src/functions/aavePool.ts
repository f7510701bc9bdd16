import type { Action } from "../action.ts";
import type { Args, FunctionRow, Reading } from "../functionRow.ts";
import { amountOf, atLeast, type Effects, ifActor, protocolRow } from "./protocolRow.ts";
import { approveToken } from "./tokenActions.ts";

const permit = "uint256 deadline, uint8 permitV, bytes32 permitR, bytes32 permitS";
const given = "address asset, uint256 amount, address onBehalfOf, uint16 referralCode";

const sendsAsset = (a: Args): Effects => ({ sends: amountOf(a["asset"], a["amount"]) });
/** If less is repaid than was signed for, the rest stays approved. */
const permitsAsset = (a: Args, { actor, call }: Reading): Effects => ({
  ...sendsAsset(a),
  also: call.to === undefined ? [] : [approveToken(actor, call.to, a["asset"], a["amount"])],
});
const withdrawn = (a: Args, reading: Reading): Effects => ({
  receives: ifActor(reading, a["to"], amountOf(a["asset"], atLeast(a["amount"]))),
});
/** Paid to the caller, for any debtor. */
const borrowed = (a: Args): Effects => ({ receives: amountOf(a["asset"], a["amount"]) });

/** Pool of Aave V2 and V3, and of their forks. @see https://aave.com/docs/developers/smart-contracts/pool */
export const aavePoolRows: readonly FunctionRow[] = [
  protocolRow("supply", `function supply(${given})`, sendsAsset),
  protocolRow("supply", `function supplyWithPermit(${given}, ${permit})`, permitsAsset),
  protocolRow("supply", `function deposit(${given})`, sendsAsset),
  protocolRow("withdraw", "function withdraw(address asset, uint256 amount, address to)", withdrawn),
  protocolRow(
    "borrow",
    "function borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf)",
    borrowed,
  ),
  protocolRow(
    "repay",
    "function repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf)",
    sendsAsset,
  ),
  protocolRow(
    "repay",
    `function repayWithPermit(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf, ${permit})`,
    permitsAsset,
  ),
  // aTokens leave, which the calldata does not name.
  protocolRow(
    "repay",
    "function repayWithATokens(address asset, uint256 amount, uint256 interestRateMode)",
    () => ({}),
  ),
  protocolRow("", "function setUserUseReserveAsCollateral(address asset, bool useAsCollateral)"),
  protocolRow("", "function swapBorrowRateMode(address asset, uint256 interestRateMode)"),
  protocolRow("", "function rebalanceStableBorrowRate(address asset, address user)"),
  protocolRow("", "function setUserEMode(uint8 categoryId)"),
  // Collateral received at the price of the time: the minimum is nothing.
  protocolRow(
    "repay",
    "function liquidationCall(address collateralAsset, address debtAsset, address user, uint256 debtToCover, bool receiveAToken)",
    (a) => ({
      sends: amountOf(a["debtAsset"], a["debtToCover"]),
      receives: a["receiveAToken"] === true ? [] : amountOf(a["collateralAsset"], 0n),
    }),
  ),
  protocolRow(
    "",
    "function flashLoan(address receiverAddress, address[] assets, uint256[] amounts, uint256[] interestRateModes, address onBehalfOf, bytes params, uint16 referralCode)",
  ),
  protocolRow(
    "",
    "function flashLoanSimple(address receiverAddress, address asset, uint256 amount, bytes params, uint16 referralCode)",
  ),
];

/** Rollup forms, which pack the asset's index in a list and the amount: only the pool knows which asset it is. */
export const aavePackedRows: readonly FunctionRow[] = (
  [
    ["supply", "supply(bytes32 args)"],
    ["supply", "supplyWithPermit(bytes32 args, bytes32 r, bytes32 s)"],
    ["withdraw", "withdraw(bytes32 args)"],
    ["borrow", "borrow(bytes32 args)"],
    ["repay", "repay(bytes32 args)"],
    ["repay", "repayWithPermit(bytes32 args, bytes32 r, bytes32 s)"],
    ["repay", "repayWithATokens(bytes32 args)"],
    ["", "setUserUseReserveAsCollateral(bytes32 args)"],
    ["", "swapBorrowRateMode(bytes32 args)"],
    ["", "rebalanceStableBorrowRate(bytes32 args)"],
    ["repay", "liquidationCall(bytes32 args1, bytes32 args2)"],
  ] as const
).map(([category, signature]) => protocolRow(category, `function ${signature}`));

/** Lets another account borrow on this account's debt: an allowance of a debt token. */
export const approveDelegationRow: FunctionRow = {
  signature: "function approveDelegation(address delegatee, uint256 amount)",
  category: "approve",
  read: ({ args, actor, call }): Action[] =>
    call.to === undefined
      ? [{ type: "call", from: actor, to: args["delegatee"], category: "approve", sends: [], receives: [] }]
      : [
          {
            type: "approve_token",
            owner: actor,
            spender: args["delegatee"],
            amount: { token: call.to, rawAmount: args["amount"] },
          },
        ],
};
