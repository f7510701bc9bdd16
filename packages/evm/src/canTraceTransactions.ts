import type { Hash } from "viem";
import type { Rpc } from "./rpc.ts";
import { findCause, isRateLimited, isUnsupported, RpcCallError } from "./rpcErrors.ts";

const NO_TRANSACTION: Hash = `0x${"0".repeat(64)}`;

/**
 * Whether the node has debug_traceTransaction: then it returns nothing, or an error, for a transaction that does not exist.
 * @throws the errors of `createRpc` if the node does not respond.
 */
export async function canTraceTransactions(rpc: Rpc): Promise<boolean> {
  const method = "debug_traceTransaction";
  try {
    await rpc.send({ method, params: [NO_TRANSACTION, { tracer: "callTracer" }] });
    return true;
  } catch (error) {
    const refused = findCause(error, RpcCallError);
    if (refused === undefined || isRateLimited(refused)) throw error;
    return !isUnsupported(refused) && /transaction/i.test(refused.message.replace(method, ""));
  }
}
