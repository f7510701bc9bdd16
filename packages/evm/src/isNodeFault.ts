import { EndpointError, findCause, RpcCallError, WrongChainError } from "./rpcErrors.ts";

/** Whether the node failed or refused; otherwise the request itself fails. */
export const isNodeFault = (error: unknown): boolean =>
  (findCause(error, EndpointError) ?? findCause(error, RpcCallError) ?? findCause(error, WrongChainError)) !==
  undefined;
