import type { Problem } from "@portico/contract";
import { ERRORS, type ServiceError } from "./errors.ts";

export interface ProblemContext {
  /** The path that was asked, without its query. */
  readonly instance: string;
  readonly requestId: string;
}

/** The body of an error (RFC 9457). */
export function toProblem({ code, message, errors }: ServiceError, { instance, requestId }: ProblemContext): Problem {
  const [status, title] = ERRORS[code];
  return {
    type: `urn:portico:error:${code}`,
    title,
    status,
    detail: message,
    instance,
    code,
    message,
    ...(errors && { errors }),
    request_id: requestId,
  };
}

/** `application/problem+json`, unless the client's Accept names plain JSON and not that. */
export function problemType(accept: string | undefined): "application/problem+json" | "application/json" {
  const named = (accept ?? "").toLowerCase().slice(0, 1000);
  return /application\/json/.test(named) && !/application\/problem\+json/.test(named)
    ? "application/json"
    : "application/problem+json";
}
