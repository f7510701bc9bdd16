import type { Address, Rpc } from "@portico/evm";
import { numberToHex } from "viem";

/** The first block, up to the head, from which on something holds, by bisection; undefined: it doesn't at the head. */
export async function findFirstBlock(
  holds: (blockNumber: bigint) => Promise<boolean>,
  head: bigint,
): Promise<bigint | undefined> {
  if (!(await holds(head))) return undefined;
  if (await holds(0n)) return 0n;
  let [without, having] = [0n, head];
  while (having - without > 1n) {
    const middle = (without + having) / 2n;
    if (await holds(middle)) having = middle;
    else without = middle;
  }
  return having;
}

export async function hasCode(rpc: Rpc, address: Address, blockNumber: bigint, signal: AbortSignal): Promise<boolean> {
  signal.throwIfAborted();
  const code = await rpc.request({ method: "eth_getCode", params: [address, numberToHex(blockNumber)] });
  return code !== "0x";
}
