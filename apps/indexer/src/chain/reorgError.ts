/** The chain is another one than it was a moment ago, from this block or before it. */
export class ReorgError extends Error {
  override readonly name = "ReorgError";
  readonly blockNumber: bigint;
  constructor(blockNumber: bigint) {
    super(`The chain changed at block ${blockNumber}`);
    this.blockNumber = blockNumber;
  }
}
