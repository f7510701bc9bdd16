import type { ServerResponse } from "node:http";

/** Request metadata for metrics and traces: no secrets, low cardinality. */
export interface RequestContext {
  requestId?: string;
  /** The contract's operationId, or a route. */
  operation?: string;
  /** The error code of the response. */
  problem?: string;
}

/** @param operation - Undefined: unchanged. */
export function nameOperation(res: ServerResponse | undefined, operation: string | undefined): void {
  if (res !== undefined && operation !== undefined) requestContextOf(res).operation = operation;
}

/** Stored in Express's `locals`, where tracing finds it without a dependency on the service. */
export function requestContextOf(res: ServerResponse): RequestContext {
  const holder = res as { locals?: RequestContext };
  return (holder.locals ??= {});
}
