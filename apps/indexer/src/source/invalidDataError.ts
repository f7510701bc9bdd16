/** A node's data is invalid for the requested block: it must be requested again, or from another node. */
export class InvalidDataError extends Error {
  override readonly name = "InvalidDataError";
  readonly part: Part;
  constructor(part: Part, blockNumber: bigint, message: string) {
    super(`Block ${blockNumber}: ${message}`);
    this.part = part;
  }
}

/** `gas`, `noBloom` and `traceCount` are permanent on some chains. */
export type Part = "block" | "gas" | "logs" | "noBloom" | "receipts" | "traceCount" | "traces";
