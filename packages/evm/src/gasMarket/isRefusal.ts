import { EndpointError, findCause, isTransient, RpcCallError } from "../rpcErrors.ts";

/** Whether the node could be asked, but didn't give what was asked for, and won't the next time. */
export function isRefusal(error: unknown): boolean {
  const refused = findCause(error, RpcCallError);
  if (refused !== undefined) return !isTransient(refused);
  return findCause(error, EndpointError) === undefined && findCause(error, TypeError) !== undefined;
}
