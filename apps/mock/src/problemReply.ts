import { ServiceError } from "@portico/server/errors";
import { toProblem, type ProblemContext } from "@portico/server/problem";
import { NoOperationError, PreferenceError } from "./createMock.ts";

interface ProblemReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** Converts an error to the client's response. */
export function problemReply(error: unknown, context: ProblemContext): ProblemReply {
  const known = error instanceof ServiceError ? error : toServiceError(error);
  const body = toProblem(known, context);
  return { status: body.status, headers: { "content-type": "application/problem+json", ...known.headers }, body };
}

function toServiceError(error: unknown): ServiceError {
  if (error instanceof PreferenceError) {
    return new ServiceError("invalid_params", error.message, { errors: { Prefer: error.message } });
  }
  if (error instanceof URIError) {
    return new ServiceError("invalid_params", "The path is not percent-encoded correctly");
  }
  if (!(error instanceof NoOperationError)) {
    return new ServiceError("internal_error", (error as { detail?: string }).detail ?? String(error));
  }
  if (error.methods.length === 0) return new ServiceError("not_found", "No such path");
  const methods = error.methods.flatMap((method) => (method === "get" ? ["GET", "HEAD"] : method.toUpperCase()));
  const allow = [...methods, "OPTIONS"].join(", ");
  return new ServiceError("method_not_allowed", `This path accepts ${allow}`, { headers: { allow } });
}
