import { EndpointError, findCause, RpcCallError, WrongChainError } from "./rpcErrors.ts";

/** Whether the node could not be asked, or refused; else what it was asked about fails. */
export const isNodeFault = (error: unknown): boolean =>
  (findCause(error, EndpointError) ?? findCause(error, RpcCallError) ?? findCause(error, WrongChainError)) !==
  undefined;
