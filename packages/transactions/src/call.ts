import type { Address, Hex } from "@portico/evm";
import type { AbiFunction } from "viem";
import type { FunctionRow } from "./functionRow.ts";

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

/** A call whose calldata was read. Plain values only: it can be read again at leisure, and never throws. */
export interface DecodedCall extends Call {
  /** The first four bytes of the calldata; fewer when there are not as many, "0x" when it creates a contract. */
  selector: Hex;
  /** The function by its ABI; undefined when no known one fits the calldata. */
  function: AbiFunction | undefined;
  /**
   * In the order of the ABI, as viem decodes them: bigint (number up to 48 bits), lower-case addresses, arrays, objects for
   * tuples. Empty when the calldata is cut before they end.
   */
  args: readonly unknown[];
  /** What the function means; undefined when only its name is known (an imported selector) or nothing. */
  row: FunctionRow | undefined;
  /** The calls that it wraps (multicall, Safe execution, user operations), in order. */
  inner: readonly DecodedCall[];
  /** Whether it wraps more than was read: too deep, too many, or cut. */
  isInnerCut?: boolean;
}
