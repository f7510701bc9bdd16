import type { ServerResponse } from "node:http";

/** What a service says of a request to metrics and traces: nothing of it is a secret, and there are few different ones. */
export interface RequestFacts {
  requestId?: string;
  /** The contract's operationId, or a route. */
  operation?: string;
  /** The code of the error that was answered. */
  problem?: string;
}

/** @param operation - Undefined: what it had before stays. */
export function nameOperation(res: ServerResponse | undefined, operation: string | undefined): void {
  if (res !== undefined && operation !== undefined) factsOf(res).operation = operation;
}

/** They stand in Express's `locals`, where tracing finds them without knowing the service. */
export function factsOf(res: ServerResponse): RequestFacts {
  const holder = res as { locals?: RequestFacts };
  return (holder.locals ??= {});
}
