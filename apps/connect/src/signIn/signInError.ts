/** Errors of a sign-in, with their HTTP status. The page branches on the name; names never change. */
export const SIGN_IN_ERRORS = {
  challenge_expired: 400,
  challenge_unknown: 400,
  challenge_used: 400,
  decision_made: 400,
  interaction_expired: 400,
  invalid_params: 400,
  phone_code_wrong: 400,
  phone_ended: 400,
  signature_invalid: 400,
  signed_out: 401,
  csrf: 403,
  not_found: 404,
  method_not_allowed: 405,
  content_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  server_error: 500,
  chain_unavailable: 503,
  temporarily_unavailable: 503,
} as const satisfies Record<string, number>;

export type SignInErrorName = keyof typeof SIGN_IN_ERRORS;

/** A deliberate error response: `message` is for the user, and states what to do. */
export class SignInError extends Error {
  override readonly name = "SignInError";
  readonly code: SignInErrorName;
  /** When to retry. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: SignInErrorName, message: string, options: { cause?: unknown; retryAfterSeconds?: number } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
