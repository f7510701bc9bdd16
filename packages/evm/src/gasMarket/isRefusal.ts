import { EndpointError, findCause, isTransient, RpcCallError } from "../rpcErrors.ts";

/** Whether the node responded without the requested data, and will do so again. */
export function isRefusal(error: unknown): boolean {
  const refused = findCause(error, RpcCallError);
  if (refused !== undefined) return !isTransient(refused);
  return findCause(error, EndpointError) === undefined && findCause(error, TypeError) !== undefined;
}
