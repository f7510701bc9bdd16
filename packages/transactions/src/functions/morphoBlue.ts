import { maxUint256 } from "viem";
import type { Args, FunctionRow, Reading } from "../functionRow.ts";
import { amountOf, atLeast, type Effects, ifActor, protocolRow, readRow } from "./protocolRow.ts";

const market = "(address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) marketParams";
const both = `${market}, uint256 assets, uint256 shares, address onBehalf`;

/** Amounts are given in assets or in shares, the other being 0: shares give no maximum. */
const sendsLoan = ({ marketParams, assets }: Args): Effects => ({
  sends: amountOf(marketParams.loanToken, assets === 0n ? maxUint256 : assets),
});
const receivesLoan = ({ marketParams, assets, receiver }: Args, reading: Reading): Effects => ({
  receives: ifActor(reading, receiver, amountOf(marketParams.loanToken, assets)),
});

/** @see https://docs.morpho.org/get-started/resources/contracts/morpho */
export const morphoBlueRows: readonly FunctionRow[] = [
  protocolRow("supply", `function supply(${both}, bytes data)`, sendsLoan),
  protocolRow("withdraw", `function withdraw(${both}, address receiver)`, receivesLoan),
  protocolRow("borrow", `function borrow(${both}, address receiver)`, receivesLoan),
  protocolRow("repay", `function repay(${both}, bytes data)`, sendsLoan),
  protocolRow(
    "supply",
    `function supplyCollateral(${market}, uint256 assets, address onBehalf, bytes data)`,
    ({ marketParams, assets }) => ({ sends: amountOf(marketParams.collateralToken, assets) }),
  ),
  protocolRow(
    "withdraw",
    `function withdrawCollateral(${market}, uint256 assets, address onBehalf, address receiver)`,
    ({ marketParams, assets, receiver }, reading) => ({
      receives: ifActor(reading, receiver, amountOf(marketParams.collateralToken, atLeast(assets))),
    }),
  ),
  // Either the seized or the repaid amount is given: the other follows from the price.
  protocolRow(
    "repay",
    `function liquidate(${market}, address borrower, uint256 seizedAssets, uint256 repaidShares, bytes data)`,
    ({ marketParams, seizedAssets }) => ({
      sends: amountOf(marketParams.loanToken, maxUint256),
      receives: amountOf(marketParams.collateralToken, seizedAssets),
    }),
  ),
  protocolRow("", "function flashLoan(address token, uint256 assets, bytes data)"),
  readRow("function setAuthorization(address authorized, bool newIsAuthorized)", ({ newIsAuthorized }) => ({
    category: newIsAuthorized === true ? "approve" : "revoke",
  })),
  protocolRow("", `function createMarket(${market})`),
  protocolRow("", `function accrueInterest(${market})`),
];
