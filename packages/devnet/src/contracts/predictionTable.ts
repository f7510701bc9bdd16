import { type Abi, type Address, encodePacked, type Hex, keccak256, parseAbi, stringToHex } from "viem";
import { nameAddress } from "./treasury.ts";

/** Gnosis' ConditionalTokens, used by Polymarket: docs.polymarket.com/developers/CTF/deployment-resources. */
export const CONDITIONAL_TOKENS: Address = "0x4D97DCd97eC945f40cF65F87097ACe5EA0476045";
/** Collateral of predictions: bridged USDC, with six decimals. */
export const PREDICTION_COLLATERAL: Address = "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174";
/** Resolves questions. */
export const PREDICTION_ORACLE: Address = nameAddress("prediction oracle");

export const conditionalTokensAbi: Abi = parseAbi([
  "function prepareCondition(address oracle, bytes32 questionId, uint256 outcomeSlotCount)",
  "function reportPayouts(bytes32 questionId, uint256[] payouts)",
  "function splitPosition(address collateralToken, bytes32 parentCollectionId, bytes32 conditionId, uint256[] partition, uint256 amount)",
  "function mergePositions(address collateralToken, bytes32 parentCollectionId, bytes32 conditionId, uint256[] partition, uint256 amount)",
  "function redeemPositions(address collateralToken, bytes32 parentCollectionId, bytes32 conditionId, uint256[] indexSets)",
  "function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)",
  "function balanceOf(address owner, uint256 id) view returns (uint256)",
  "function getCollectionId(bytes32 parentCollectionId, bytes32 conditionId, uint256 indexSet) view returns (bytes32)",
  "function getPositionId(address collateralToken, bytes32 collectionId) view returns (uint256)",
  "function payoutDenominator(bytes32 conditionId) view returns (uint256)",
  "function payoutNumerators(bytes32 conditionId, uint256 index) view returns (uint256)",
  "function getOutcomeSlotCount(bytes32 conditionId) view returns (uint256)",
]);

/** A question and its resolution; "open" is unresolved. */
export interface PredictionMarket {
  question: string;
  questionId: Hex;
  conditionId: Hex;
  /** Payouts of Yes and No once resolved. */
  payouts: readonly [yes: bigint, no: bigint] | "open";
}

const OUTCOMES = 2n;

const ROWS: readonly (readonly [question: string, payouts: PredictionMarket["payouts"]])[] = [
  ["Will there be a merge this year?", "open"],
  ["Will the coin be dearer at the end of the month?", [1n, 0n]],
  ["Will it rain on the day of the fork?", [1n, 1n]],
  ["Will fees fall below one gwei?", "open"],
];

export const predictionMarkets: readonly PredictionMarket[] = ROWS.map(([question, payouts]) => {
  const questionId = keccak256(stringToHex(question));
  const parts = encodePacked(["address", "bytes32", "uint256"], [PREDICTION_ORACLE, questionId, OUTCOMES]);
  return { question, questionId, conditionId: keccak256(parts), payouts };
});
