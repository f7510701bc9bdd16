/** What a chain's node is asked for, and what it can't be held to. */
export interface Coverage {
  /** Else logs come from eth_getLogs, and no gas fees are known. */
  receipts: boolean;
  /** How internal transfers are learnt, if they are. */
  traces: "debug" | "trace_block" | undefined;
  /** false: its headers tell nothing of their logs, so that a log which is missing isn't noticed. */
  bloom: boolean;
  /** false: its traces don't count their children right, so that a trace which is missing isn't noticed. */
  traceCounts: boolean;
}
