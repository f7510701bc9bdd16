import type { Address, Hex } from "viem";
import type { BlockParameter } from "./pinnedBlock.ts";
import { EndpointError, findCause, isLagging, isRateLimited, RpcCallError } from "./rpcErrors.ts";
import type { Rpc } from "./rpc.ts";

/** Where and at which block aggregates are called. */
export interface Aggregator {
  rpc: Rpc;
  multicall3: Address;
  at: BlockParameter;
}

export const isData = (answer: Hex | null): answer is Hex => answer !== null && answer !== "0x";

/** Whether a node may not support a request: some respond with a bare HTTP status to requests that they can't parse. */
export function isRefusal(error: unknown): boolean {
  const refused = findCause(error, RpcCallError);
  const status = findCause(error, EndpointError)?.status;
  return refused === undefined ? status === 400 || status === 500 : !isLagging(refused) && !isRateLimited(refused);
}
