import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Category } from "../category.ts";
import type { Args, FunctionRow, Reading } from "../functionRow.ts";
import { amountOf, type Effects, ownToken, protocolRow, readRow, valueOf } from "./protocolRow.ts";

/**
 * `mint` of a market is a deposit, `mint` of an NFT creates one: markets are ERC-20.
 * @see https://docs.compound.finance/v2/ctokens/ and its forks: Venus, Moonwell
 */
const minted = (_: Args, reading: Reading): Effects & { category: Category } => ({
  category: isErc20(reading) ? "supply" : "mint",
  sends: valueOf(reading),
});
const isErc20 = ({ call, knowledge }: Reading): boolean => knowledge.findStandard(call.to ?? ZERO_ADDRESS) === "erc20";

const marketRows: readonly FunctionRow[] = [
  readRow("function mint(uint256 mintAmount) payable", minted),
  readRow("function mint() payable", minted),
  protocolRow("supply", "function mintBehalf(address receiver, uint256 mintAmount)"),
  protocolRow("withdraw", "function redeem(uint256 redeemTokens)", (a, reading) => ({
    sends: ownToken(reading, a["redeemTokens"]),
  })),
  protocolRow("withdraw", "function redeemUnderlying(uint256 redeemAmount)"),
  protocolRow("borrow", "function borrow(uint256 borrowAmount)"),
  protocolRow("repay", "function repayBorrow(uint256 repayAmount)"),
  protocolRow("repay", "function repayBorrow() payable"),
  protocolRow("repay", "function repayBorrowBehalf(address borrower, uint256 repayAmount)"),
  protocolRow("repay", "function repayBorrowBehalf(address borrower) payable"),
  protocolRow("repay", "function liquidateBorrow(address borrower, uint256 repayAmount, address cTokenCollateral)"),
  protocolRow("repay", "function liquidateBorrow(address borrower, address cTokenCollateral) payable"),
];

const comptrollerRows: readonly FunctionRow[] = [
  protocolRow("", "function enterMarkets(address[] cTokens)"),
  protocolRow("", "function exitMarket(address cToken)"),
  ...["Comp", "Venus", "Reward"].flatMap((name) => [
    protocolRow("claim", `function claim${name}(address holder)`),
    protocolRow("claim", `function claim${name}(address holder, address[] cTokens)`),
    protocolRow("claim", `function claim${name}(address[] holders, address[] cTokens, bool borrowers, bool suppliers)`),
  ]),
  protocolRow("claim", "function claimReward()"),
];

/** Venus: the comptroller lends VAI, and the gateway of its BNB market redeems in native coin. */
const venusRows: readonly FunctionRow[] = [
  protocolRow("borrow", "function mintVAI(uint256 mintVAIAmount)"),
  protocolRow("repay", "function repayVAI(uint256 repayVAIAmount)"),
  protocolRow("supply", "function wrapAndSupply(address minter) payable"),
  protocolRow("withdraw", "function redeemUnderlyingAndUnwrap(uint256 redeemAmount)", (a) => ({
    receives: amountOf(NATIVE_TOKEN, a["redeemAmount"]),
  })),
  protocolRow("withdraw", "function redeemAndUnwrap(uint256 redeemTokens)"),
  protocolRow("borrow", "function borrowAndUnwrap(uint256 borrowAmount)", (a) => ({
    receives: amountOf(NATIVE_TOKEN, a["borrowAmount"]),
  })),
  protocolRow("repay", "function wrapAndRepay() payable"),
];

export const compoundV2Rows: readonly FunctionRow[] = [...marketRows, ...comptrollerRows, ...venusRows];
