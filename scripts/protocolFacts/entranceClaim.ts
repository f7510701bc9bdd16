/** Protocols that it may belong to: the first that is on the chain has it. */
export interface EntranceClaim {
  protocols: readonly string[];
  chain: string;
  address: string;
}
