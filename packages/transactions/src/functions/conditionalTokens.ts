import type { FunctionRow } from "../functionRow.ts";
import { amountOf, protocolRow } from "./protocolRow.ts";

/** Collateral moves only at the root; deeper, outcome tokens of another condition do. */
const ROOT = `0x${"0".repeat(64)}`;
const condition = "address collateralToken, bytes32 parentCollectionId, bytes32 conditionId";

/**
 * Outcomes of a condition as ERC-1155 tokens: Polymarket and others. The adapters' functions don't name their
 * collateral.
 * @see https://docs.gnosis.io/conditionaltokens/
 */
export const conditionalTokenRows: readonly FunctionRow[] = [
  protocolRow("mint", `function splitPosition(${condition}, uint256[] partition, uint256 amount)`, (a) => ({
    sends: a["parentCollectionId"] === ROOT ? amountOf(a["collateralToken"], a["amount"]) : [],
  })),
  // Merging an incomplete partition makes a coarser outcome, and no collateral.
  protocolRow("burn", `function mergePositions(${condition}, uint256[] partition, uint256 amount)`, (a) => ({
    receives: a["parentCollectionId"] === ROOT ? amountOf(a["collateralToken"], 0n) : [],
  })),
  protocolRow("claim", `function redeemPositions(${condition}, uint256[] indexSets)`, (a) => ({
    receives: a["parentCollectionId"] === ROOT ? amountOf(a["collateralToken"], 0n) : [],
  })),
  protocolRow("mint", "function splitPosition(bytes32 conditionId, uint256 amount)"),
  protocolRow("burn", "function mergePositions(bytes32 conditionId, uint256 amount)"),
  protocolRow("claim", "function redeemPositions(bytes32 conditionId, uint256[] amounts)"),
  protocolRow("swap", "function convertPositions(bytes32 marketId, uint256 indexSet, uint256 amount)"),
  protocolRow("", "function prepareCondition(address oracle, bytes32 questionId, uint256 outcomeSlotCount)"),
  protocolRow("", "function reportPayouts(bytes32 questionId, uint256[] payouts)"),
];
