import { numberToHex } from "viem";
import type { Chain } from "../chains.ts";
import type { Rpc } from "../rpc.ts";
import { readFeeHistory } from "./feeHistory.ts";
import type { GasWindow } from "./gasWindow.ts";
import { isRefusal } from "./isRefusal.ts";
import { readPaidBlocks } from "./paidBlocks.ts";
import { parseQuantity } from "./quantity.ts";
import { type GasHead, parseHead } from "./readGasHead.ts";

const BLOCKS = 40n;

/** Fees of a chain's blocks up to this one: by eth_feeHistory, or if that fails by their transactions. */
export async function readGasWindow(rpc: Rpc, chain: Chain, head: GasHead): Promise<GasWindow> {
  const isLegacy = head.baseFee === null || chain.isEip1559 === false;
  const [{ blocks, nextBaseFee }, blockSeconds, suggested] = await Promise.all([
    readBlocks(rpc, head),
    readBlockSeconds(rpc, chain, head),
    readQuantityOrNull(rpc, isLegacy ? "eth_gasPrice" : "eth_maxPriorityFeePerGas"),
  ]);
  const suggestedTip = suggested === null || !isLegacy ? suggested : above(suggested, nextBaseFee);
  return { isLegacy, blocks, nextBaseFee, suggestedTip, blockSeconds };
}

const above = (price: bigint, baseFee: bigint): bigint => (price > baseFee ? price - baseFee : 0n);

async function readBlocks(rpc: Rpc, head: GasHead): Promise<Pick<GasWindow, "blocks" | "nextBaseFee">> {
  const count = head.blockNumber + 1n < BLOCKS ? head.blockNumber + 1n : BLOCKS;
  try {
    return await readFeeHistory(rpc, { blockNumber: head.blockNumber, count: Number(count) });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return readPaidBlocks(rpc, head);
  }
}

/** Observed block times beyond this multiple of the chain table's include a time without blocks. */
const STILL = 10;

/**
 * Over the same blocks; from the chain table if the node has no such old block, if time stands still, or if the chain
 * did: a halt that is over, or a chain that makes a block when there is a transaction, lets none wait.
 */
async function readBlockSeconds(rpc: Rpc, chain: Chain, head: GasHead): Promise<number | null> {
  const usual = chain.blockIntervalMs === null ? null : chain.blockIntervalMs / 1000;
  const count = head.blockNumber < BLOCKS ? head.blockNumber : BLOCKS;
  if (count === 0n) return usual;
  try {
    const params = [numberToHex(head.blockNumber - count), false];
    const seconds = head.timeAt - parseHead(await rpc.send({ method: "eth_getBlockByNumber", params })).timeAt;
    const observed = seconds / Number(count);
    return observed > 0 && observed <= STILL * (usual ?? Infinity) ? observed : usual;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return usual;
  }
}

async function readQuantityOrNull(rpc: Rpc, method: string): Promise<bigint | null> {
  try {
    return parseQuantity(await rpc.send({ method, params: [] }));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return null;
  }
}
