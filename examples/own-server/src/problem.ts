import type { Problem } from "@portico/contract";

/** A deliberate error response; any other error is a bug: 500 without detail. */
export class AnsweredError extends Error {
  override readonly name = "AnsweredError";
  readonly status: number;
  readonly code: Problem["code"];
  readonly errors: Readonly<Record<string, string>> | undefined;

  constructor(status: number, code: Problem["code"], message: string, errors?: Readonly<Record<string, string>>) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/** Errors of express.json, by status. */
const BODY_CODES: Readonly<Record<number, Problem["code"]>> = {
  400: "invalid_params",
  413: "content_too_large",
  415: "unsupported_media_type",
};

function toAnswered(error: unknown): AnsweredError {
  if (error instanceof AnsweredError) return error;
  const { expose, status = 500, message } = error as Error & { readonly expose?: boolean; readonly status?: number };
  const code = expose === true ? BODY_CODES[status] : undefined; // "expose": its message is meant for the client
  if (code !== undefined) return new AnsweredError(status, code, message);
  return new AnsweredError(500, "internal_error", "Internal server error");
}

/** The body of every error (RFC 9457), in the contract's form. */
export function toProblem(error: unknown, requestId: string): Problem {
  const { status, code, message, errors } = toAnswered(error);
  const title = code.replaceAll("_", " ");
  return {
    type: `urn:portico:error:${code}`,
    title,
    status,
    detail: message,
    code,
    message,
    ...(errors && { errors }),
    request_id: requestId,
  };
}
