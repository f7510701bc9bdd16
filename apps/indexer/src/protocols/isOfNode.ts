import { EndpointError, findCause, RpcCallError, WrongChainError } from "@portico/evm";

const FIND = [EndpointError, RpcCallError, WrongChainError].map(
  (kind: abstract new (...args: never[]) => Error) => (error: unknown) => findCause(error, kind),
);

/** Whether an adapter failed because the node did. */
export const isOfNode = (error: unknown): boolean => FIND.some((find) => find(error) !== undefined);

/** So often in a row it may be the node's fault; then it is taken for what the adapter asks of it. */
export const NODE_FAILURES = 3;
