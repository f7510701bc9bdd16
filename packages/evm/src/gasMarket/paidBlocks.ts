import { numberToHex } from "viem";
import type { Rpc } from "../rpc.ts";
import { growBaseFee } from "./baseFeeGrowth.ts";
import { type GasBlock, type GasWindow, TIP_PERCENTILES } from "./gasWindow.ts";
import { parsePaid } from "./quantity.ts";
import { type GasHead, parseHead } from "./readGasHead.ts";

/** Read with all their transactions. */
const BLOCKS = 5n;

type PaidBlock = Parameters<typeof parseHead>[0] & { readonly transactions?: unknown };

/**
 * The last blocks by their transactions' prices: for nodes without a fee history. Each transaction has the same weight,
 * because
 * only receipts have the gas used.
 */
export async function readPaidBlocks(rpc: Rpc, head: GasHead): Promise<Pick<GasWindow, "blocks" | "nextBaseFee">> {
  const count = head.blockNumber + 1n < BLOCKS ? head.blockNumber + 1n : BLOCKS;
  const numbers = Array.from({ length: Number(count) }, (_, index) => head.blockNumber - count + 1n + BigInt(index));
  const blocks = await Promise.all(numbers.map((blockNumber) => readPaidBlock(rpc, blockNumber)));
  return { blocks, nextBaseFee: followBaseFee(head) };
}

async function readPaidBlock(rpc: Rpc, blockNumber: bigint): Promise<GasBlock> {
  const block = await rpc.send<PaidBlock>({
    method: "eth_getBlockByNumber",
    params: [numberToHex(blockNumber), true],
    check: (answer) => void toGasBlock(answer),
  });
  return toGasBlock(block);
}

function toGasBlock(block: PaidBlock): GasBlock {
  const { baseFee, gasUsed, gasLimit } = parseHead(block);
  const list: readonly unknown[] = Array.isArray(block.transactions) ? block.transactions : [];
  const paid = list.flatMap(listPrice).toSorted((a, b) => Number(a - b));
  const tips = paid.map((price) => (price > (baseFee ?? 0n) ? price - (baseFee ?? 0n) : 0n));
  const fullness = gasLimit === 0n ? 0 : Math.min(1, Number(gasUsed) / Number(gasLimit));
  return { baseFee: baseFee ?? 0n, fullness, tips: atPercentiles(tips) };
}

function listPrice(transaction: unknown): bigint[] {
  if (typeof transaction !== "object" || transaction === null || !("gasPrice" in transaction)) return [];
  return [parsePaid(transaction.gasPrice)];
}

const atPercentiles = (sorted: readonly bigint[]): bigint[] =>
  TIP_PERCENTILES.flatMap((percentile) => sorted[Math.floor(((sorted.length - 1) * percentile) / 100)] ?? []);

/** EIP-1559's rule. @see https://eips.ethereum.org/EIPS/eip-1559 */
function followBaseFee({ baseFee, gasUsed, gasLimit }: GasHead): bigint {
  if (baseFee === null || gasLimit < 2n) return baseFee ?? 0n;
  const above = Number(gasUsed) / Number(gasLimit / 2n) - 1;
  if (above >= 0) return growBaseFee(baseFee, above / 8);
  return baseFee - BigInt(Math.floor((Number(baseFee) * -above) / 8));
}
