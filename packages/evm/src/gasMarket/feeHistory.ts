import { numberToHex } from "viem";
import type { Rpc } from "../rpc.ts";
import { type GasBlock, type GasWindow, TIP_PERCENTILES } from "./gasWindow.ts";
import { parsePaid, parseQuantity } from "./quantity.ts";

/** @see https://ethereum.github.io/execution-apis/api/methods/eth_feeHistory */
interface FeeHistory {
  readonly baseFeePerGas?: readonly unknown[];
  readonly gasUsedRatio?: readonly unknown[];
  readonly reward?: readonly (readonly unknown[] | null)[] | null;
}

/** @throws like `createRpc`, also if the node doesn't support the method; TypeError if rewards are missing. */
export async function readFeeHistory(
  rpc: Rpc,
  { blockNumber, count }: { readonly blockNumber: bigint; readonly count: number },
): Promise<Pick<GasWindow, "blocks" | "nextBaseFee">> {
  const answer = await rpc.send<FeeHistory>({
    method: "eth_feeHistory",
    params: [numberToHex(count), numberToHex(blockNumber), TIP_PERCENTILES],
  });
  return parseFeeHistory(answer);
}

/** Maximum of nodes. */
const MAX_BLOCKS = 1024;

/** @throws TypeError if it is not a fee history with rewards. */
export function parseFeeHistory(history: FeeHistory | null): Pick<GasWindow, "blocks" | "nextBaseFee"> {
  const { baseFeePerGas: fees, gasUsedRatio: ratios, reward } = history ?? {};
  if (!Array.isArray(fees) || !Array.isArray(ratios) || !Array.isArray(reward))
    throw new TypeError("The fee history is malformed");
  if (ratios.length === 0 || ratios.length > MAX_BLOCKS || fees.length !== ratios.length + 1) {
    throw new TypeError("The fee history has no blocks or too many");
  }
  const blocks = ratios.map((ratio: unknown, index): GasBlock => {
    const fullness = typeof ratio === "number" && ratio > 0 ? Math.min(ratio, 1) : 0;
    const row: unknown = reward[index];
    const tips = fullness === 0 || !Array.isArray(row) ? [] : row.map(parsePaid);
    return { baseFee: parseQuantity(fees[index]), fullness, tips: tips.toSorted((a, b) => Number(a - b)) };
  });
  return { blocks, nextBaseFee: parseQuantity(fees.at(-1)) };
}
