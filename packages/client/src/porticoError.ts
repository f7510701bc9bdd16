import type { ErrorCode, OAuthError, Problem } from "@portico/contract";

/**
 * The contract's codes, of problems and of sign-in (RFC 6749), and four of the client's own: `timeout`, no complete
 * response in
 * time; `unreachable`, no response at all; `redirected`, a redirect; `unknown`, a response that isn't Portico's, such
 * as a
 * proxy's.
 */
export type PorticoErrorCode = ErrorCode | SignInErrorCode | "timeout" | "unreachable" | "redirected" | "unknown";

/**
 * Error codes of a sign-in: RFC 6749's, and `invalid_state`, a response to a sign-in that this browser didn't begin.
 */
export type SignInErrorCode =
  | OAuthError["error"]
  | "access_denied"
  | "unsupported_response_type"
  | "login_required"
  | "invalid_state";

/** An error of a call; programs read `code`. */
export class PorticoError extends Error {
  override readonly name = "PorticoError";
  readonly code: PorticoErrorCode;
  /** Of the response; 0 without one. */
  readonly status: number;
  /** The whole error response of the contract; undefined if something else responded, or nothing. */
  readonly problem: Problem | undefined;
  /** Undefined without a response. */
  readonly response: Response | undefined;

  constructor(code: PorticoErrorCode, message: string, { problem, response, cause }: ErrorParts = {}) {
    super(message, cause ? { cause } : undefined);
    this.code = code;
    this.status = response?.status ?? 0;
    this.problem = problem;
    this.response = response;
  }
}

type ErrorParts = { readonly problem?: Problem; readonly response?: Response; readonly cause?: unknown };

/** The error of a response that isn't 2xx, from its body. */
export function toPorticoError(error: unknown, response: Response): PorticoError {
  if (isProblem(error)) return new PorticoError(error.code, error.message, { problem: error, response });
  if (isOAuthError(error)) return new PorticoError(error.error, error.error_description ?? error.error, { response });
  return new PorticoError("unknown", `${response.status} ${response.statusText}`.trim(), { response });
}

const isProblem = (error: unknown): error is Problem => hasText(error, "code") && hasText(error, "message");

const isOAuthError = (error: unknown): error is OAuthError => hasText(error, "error");

const hasText = (value: unknown, name: string): boolean =>
  typeof value === "object" && value !== null && typeof (value as Record<string, unknown>)[name] === "string";
