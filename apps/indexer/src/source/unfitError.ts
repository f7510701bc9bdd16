/** What a node answered can't be true of the block that it was asked about: it must be asked again, or another one. */
export class UnfitError extends Error {
  override readonly name = "UnfitError";
  readonly part: Part;
  constructor(part: Part, blockNumber: bigint, message: string) {
    super(`Block ${blockNumber}: ${message}`);
    this.part = part;
  }
}

/** `gas`, `noBloom` and `traceCount` are what some chains' nodes always answer. */
export type Part = "block" | "gas" | "logs" | "noBloom" | "receipts" | "traceCount" | "traces";
