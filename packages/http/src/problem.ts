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

/** `application/problem+json`, unless the client's Accept names plain JSON and not that; `q=0` is a refusal, not a name. */
export function problemType(accept = ""): "application/problem+json" | "application/json" {
  const ranges = accept.toLowerCase().slice(0, 1000).split(",");
  const wanted = ranges.filter((range) => !/;\s*q=0(\.0*)?\s*(;|$)/.test(range));
  const named = new Set(wanted.map((range) => range.split(";", 1)[0]?.trim()));
  return named.has("application/json") && !named.has("application/problem+json")
    ? "application/json"
    : "application/problem+json";
}
