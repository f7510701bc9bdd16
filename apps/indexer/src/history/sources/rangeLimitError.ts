/** A node takes too few blocks per request to search a whole chain with them. */
export class RangeLimitError extends Error {
  override readonly name = "RangeLimitError";
  readonly method: string;
  constructor(method: string, message: string) {
    super(`${method}: ${message}`);
    this.method = method;
  }
}
