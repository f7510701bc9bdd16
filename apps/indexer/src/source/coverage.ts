/** What is requested from a chain's node, and which checks it can't pass. */
export interface Coverage {
  /** How receipts are requested, if they are; else logs come from eth_getLogs, and outcomes and fees are unknown. */
  receipts: "block" | "transaction" | undefined;
  /** How internal transfers are read, if they are: `transaction` by one request for each that may run code. */
  traces: "debug" | "trace_block" | "transaction" | undefined;
  /** false: its headers' blooms don't cover their logs, so that a missing log isn't detected. */
  bloom: boolean;
  /**
   * false: the gas of its receipts doesn't add up to the block's, so that a missing transaction isn't detected by it.
   */
  gas: boolean;
  /** false: its traces miscount their children, so that a missing trace isn't detected. */
  traceCounts: boolean;
}
