export interface FetchFault {
  /** A retry would fail as well. */
  isPermanent: boolean;
  /** The host is down or overloaded for any request. */
  isHostDown: boolean;
  /** HTTP status of a response that is not a success. */
  status?: number;
  /** As the response requests in Retry-After. */
  retryAfterMs?: number;
}

/** The reason why a fetch failed. The text is shown to the operator. */
export class FetchError extends Error {
  override readonly name: string = "FetchError";
  readonly fault: FetchFault;

  constructor(message: string, fault: FetchFault, options?: { cause?: unknown }) {
    super(message, options);
    this.fault = fault;
  }
}

/** A forbidden URL: into our own network, or with another protocol or port. */
export class ForbiddenUrlError extends FetchError {
  override readonly name = "ForbiddenUrlError";
  /** A message safe to show to the user who chose the URL: without the addresses of names in our network. */
  readonly publicMessage: string;

  constructor(message: string, publicMessage = message) {
    super(message, { isPermanent: true, isHostDown: false });
    this.publicMessage = publicMessage;
  }
}

/** The host of a URL is not public. */
export class PrivateHostError extends ForbiddenUrlError {}

/** A permanent failure: the URL is not allowed, or the content is not as required. */
export const refuse = (message: string): FetchError =>
  new FetchError(message, { isPermanent: true, isHostDown: false });
