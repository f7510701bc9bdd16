/** Candidate protocols: the first that exists on the chain is used. */
export interface RouterClaim {
  protocols: readonly string[];
  chain: string;
  address: string;
}
