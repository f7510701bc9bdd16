/** What a chain's node is asked for, and what it can't be held to. */
export interface Coverage {
  /** How receipts are asked for, if they are; else logs come from eth_getLogs, and outcomes and fees are unknown. */
  receipts: "block" | "transaction" | undefined;
  /** How internal transfers are learnt, if they are. */
  traces: "debug" | "trace_block" | undefined;
  /** false: its headers tell nothing of their logs, so that a log which is missing isn't noticed. */
  bloom: boolean;
  /** false: the gas of its receipts is not the block's, so that a transaction which is missing isn't noticed by it. */
  gas: boolean;
  /** false: its traces don't count their children right, so that a trace which is missing isn't noticed. */
  traceCounts: boolean;
}
