import { findCause, isRateLimited, RpcCallError } from "@portico/evm";

/** Whether the node does not do what was requested; not if it only limits the rate. */
export function isRefused(error: unknown): boolean {
  const refused = findCause(error, RpcCallError);
  return refused !== undefined && !isRateLimited(refused);
}
