export interface FetchFault {
  /** It will never be otherwise. */
  isPermanent: boolean;
  /** The host is down or overloaded, whatever it is asked for. */
  isHostDown: boolean;
}

/** Why nothing was got. The text is shown to the operator. */
export class FetchError extends Error {
  override readonly name: string = "FetchError";
  readonly fault: FetchFault;

  constructor(message: string, fault: FetchFault, options?: { cause?: unknown }) {
    super(message, options);
    this.fault = fault;
  }
}

/** A URL that leads where nothing is asked: into our own network, to another protocol or port. */
export class ForbiddenUrlError extends FetchError {
  override readonly name = "ForbiddenUrlError";
  /** What may be shown to whoever chose the URL: not what names mean inside our network. */
  readonly told: string;

  constructor(message: string, told = message) {
    super(message, { isPermanent: true, isHostDown: false });
    this.told = told;
  }
}

/** What will never be fetched: what was asked for is not allowed, or not what it should be. */
export const refuse = (message: string): FetchError =>
  new FetchError(message, { isPermanent: true, isHostDown: false });
