export interface FetchFault {
  /** It will never be otherwise. */
  isPermanent: boolean;
  /** The host is down or overloaded, whatever it is asked for. */
  isHostDown: boolean;
}

/** Why metadata was not got. The text is shown to the operator. */
export class FetchError extends Error {
  override readonly name = "FetchError";
  readonly fault: FetchFault;

  constructor(message: string, fault: FetchFault, options?: { cause?: unknown }) {
    super(message, options);
    this.fault = fault;
  }
}

/** What will never be fetched: what was asked for is not allowed, or not what it should be. */
export const refuse = (message: string): FetchError =>
  new FetchError(message, { isPermanent: true, isHostDown: false });
