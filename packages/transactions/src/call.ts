import type { Address, Hex } from "@portico/evm";

/** A message to a contract or an account: a transaction's own, or one inside another's calldata. */
export interface Call {
  from: Address;
  /** undefined: it creates a contract. */
  to: Address | undefined;
  /** Wei. */
  rawValue: bigint;
  input: Hex;
  /** Whether `input` is only the beginning of the calldata. */
  isInputCut?: boolean;
  /** Whether the code of `to` runs as `from` (DELEGATECALL): it can be anything, whatever its calldata looks like. */
  isDelegated?: boolean;
}
