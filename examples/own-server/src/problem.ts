import type { Problem } from "@portico/contract";

/** An answer that is an error on purpose; anything else thrown is a bug, 500, and nothing of it is told. */
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

/** The body of every error (RFC 9457), as the contract has it. */
export function toProblem(error: unknown, requestId: string): Problem {
  const known = error instanceof AnsweredError ? error : new AnsweredError(500, "internal_error", "This failed here");
  const { status, code, message, errors } = known;
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
