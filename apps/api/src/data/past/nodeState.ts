import {
  findCause,
  isLagging,
  isPruned,
  NATIVE_TOKEN,
  readBalances,
  RpcCallError,
  ZERO_ADDRESS,
  type Hex,
  type Rpc,
} from "@portico/evm";
import type { BlockRef } from "@portico/store";
import { startBudget } from "../positions/budget.ts";

/** Whether the node lacks the state of the block. */
export function isStateMissing(error: unknown): boolean {
  const refused = findCause(error, RpcCallError);
  return refused !== undefined && (isPruned(refused) || isLagging(refused));
}

/** A node may repeat a request for a state that it lacks for seconds. */
const SEARCH_MS = 2_000;

/**
 * An early block whose state the node has, by one request for each distance of a power of two from the newest; the newest
 * block if it has none of them.
 */
export async function findEarlyState(rpc: Rpc, after: bigint, head: bigint): Promise<bigint> {
  const candidates: bigint[] = [];
  for (let distance = 1n; head - distance > after; distance *= 2n) candidates.push(head - distance);
  let earliest = head;
  const budget = startBudget(SEARCH_MS);
  const probe = async (blockNumber: bigint): Promise<void> => {
    const params = [ZERO_ADDRESS, `0x${blockNumber.toString(16)}`] as const;
    await rpc.send<Hex>({ method: "eth_getBalance", params: [...params] });
    if (blockNumber < earliest) earliest = blockNumber;
  };
  await budget.within(Promise.allSettled(candidates.map(probe))).finally(budget.stop);
  return earliest;
}

/**
 * Whether the node has the state of a block.
 * @throws if it fails otherwise.
 */
export async function hasState(rpc: Rpc, block: BlockRef): Promise<boolean> {
  try {
    await readBalances(rpc, [{ owner: ZERO_ADDRESS, token: NATIVE_TOKEN }], block);
    return true;
  } catch (error) {
    if (isStateMissing(error)) return false;
    throw error;
  }
}
