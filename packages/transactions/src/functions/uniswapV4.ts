import type { Category } from "../category.ts";
import type { Args, FunctionRow, Reading } from "../functionRow.ts";
import { type Effects, protocolRow, readRow } from "./protocolRow.ts";
import { readV4Actions } from "./readV4Actions.ts";
import { readShape, shapeOf } from "./shape.ts";

const unlockData = shapeOf("bytes actions, bytes[] params");

const modify = (a: Args, reading: Reading): Effects & { category: Category | "" } => {
  const data = readShape(unlockData, a["unlockData"]);
  return data === undefined ? { category: "" } : readModification(reading, data["actions"], data["params"]);
};

function readModification(reading: Reading, actions: `0x${string}`, params: readonly `0x${string}`[]) {
  const { isAdding, isRemoving, ...effects } = readV4Actions(reading, actions, params);
  const category: Category | "" = isAdding ? "add_liquidity" : isRemoving ? "remove_liquidity" : "";
  return { ...effects, category };
}

/** PositionManager. @see https://docs.uniswap.org/contracts/v4/reference/periphery/PositionManager */
export const uniswapV4Rows: readonly FunctionRow[] = [
  readRow("function modifyLiquidities(bytes unlockData, uint256 deadline) payable", modify),
  readRow("function modifyLiquiditiesWithoutUnlock(bytes actions, bytes[] params) payable", (a, reading) =>
    readModification(reading, a["actions"], a["params"]),
  ),
  protocolRow(
    "",
    "function initializePool((address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) key, uint160 sqrtPriceX96) payable returns (int24)",
    () => ({}),
  ),
];
