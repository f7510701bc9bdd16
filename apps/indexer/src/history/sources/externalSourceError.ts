/**
 * Why an external API can't be used:
 * - `unreachable`: no usable HTTP response; `limited`: too many requests, also after retries;
 * - `refused`: a permanent refusal, such as an invalid key; `unsupported`: it doesn't have this method;
 * - `invalid`: a response that contradicts the request or its format;
 * - `too_large`: a result that can't be read completely.
 */
export type ExternalFault = "invalid" | "limited" | "refused" | "too_large" | "unreachable" | "unsupported";

/** A failure of an external API. The message names its host, never its path or key. */
export class ExternalSourceError extends Error {
  override readonly name: string = "ExternalSourceError";
  readonly kind: ExternalFault;
  /** HTTP status, if it is not a success. */
  readonly status: number | undefined;
  /** As the API requests. */
  readonly retryAfterMs: number | undefined;

  constructor(kind: ExternalFault, message: string, response: { status?: number; retryAfterMs?: number } = {}) {
    super(message);
    this.kind = kind;
    this.status = response.status;
    this.retryAfterMs = response.retryAfterMs;
  }
}

/** The API has not indexed the requested blocks yet: request a block at or before `head`, or use another source. */
export class BehindError extends Error {
  override readonly name = "BehindError";
  /** The newest block that it has; undefined: unknown. */
  readonly head: bigint | undefined;

  constructor(host: string, toBlock: bigint, head: bigint | undefined) {
    const known = head === undefined ? "" : `: its newest block is ${head}`;
    super(`${host} has not indexed all blocks up to ${toBlock} yet${known}`);
    this.head = head;
  }
}
