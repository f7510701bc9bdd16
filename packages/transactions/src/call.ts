import type { Address, Hex } from "@portico/evm";

/** A message call to a contract or account: a transaction's own, or one encoded in another's calldata. */
export interface Call {
  from: Address;
  /** undefined: contract creation. */
  to: Address | undefined;
  /** Wei. */
  rawValue: bigint;
  input: Hex;
  /** Whether `input` is truncated calldata. */
  isInputCut?: boolean;
  /** Whether the code of `to` runs as `from` (DELEGATECALL): its effect is unknown, whatever its calldata says. */
  isDelegated?: boolean;
}
