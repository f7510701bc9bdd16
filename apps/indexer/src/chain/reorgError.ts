/** The chain differs from the one read before, from this block or earlier. */
export class ReorgError extends Error {
  override readonly name = "ReorgError";
  readonly blockNumber: bigint;
  constructor(blockNumber: bigint) {
    super(`The chain changed at block ${blockNumber}`);
    this.blockNumber = blockNumber;
  }
}
