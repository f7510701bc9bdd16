/** A node's result breaks its method's rules, or is not of the requested blocks: the node can't be believed. */
export class InvalidReplyError extends Error {
  override readonly name = "InvalidReplyError";
  readonly method: string;
  constructor(method: string, message: string) {
    super(`${method}: ${message}`);
    this.method = method;
  }
}
