import { findCause, isLagging, isPruned, RpcCallError, ZERO_ADDRESS, type Hex, type Rpc } from "@portico/evm";
import type { BlockRef } from "@portico/store";
import type { ServiceError } from "../../errors.ts";
import { NODE_WAIT_MS, waitForNode } from "../chains/waitForNode.ts";
import { startBudget } from "../positions/budget.ts";
import { stateUnavailable } from "./blockUnavailable.ts";

/** Whether the node lacks the state of the block. */
function isStateMissing(error: unknown): boolean {
  const refused = findCause(error, RpcCallError);
  return refused !== undefined && (isPruned(refused) || isLagging(refused));
}

/** A node may repeat a request for a state that it lacks for seconds. */
const SEARCH_MS = 2_000;

/**
 * An early block whose state the node has, by one request for each distance of a power of two from the newest; the newest
 * block if it has none of them.
 */
async function findEarlyState(rpc: Rpc, after: bigint, head: bigint): Promise<bigint> {
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

/** A result of the node's past state, or null if the node lacks that. @throws ServiceError upstream_error if it fails. */
export const readState = async <Value extends object>(chain: string, reading: Promise<Value>): Promise<Value | null> =>
  await waitForNode(
    chain,
    reading.catch((error: unknown) => {
      if (isStateMissing(error)) return null;
      throw error;
    }),
    NODE_WAIT_MS,
  );

/**
 * The error that the state of a block is unknown, with an earlier known block than the given one if the node has it.
 * @param known - A block for which the answer is known.
 */
export async function unknownState(
  rpc: Rpc | undefined,
  chain: string,
  { blockNumber }: BlockRef,
  known: bigint,
): Promise<ServiceError> {
  const earliest = rpc === undefined || known <= blockNumber ? known : await findEarlyState(rpc, blockNumber, known);
  return stateUnavailable(chain, blockNumber, earliest);
}
