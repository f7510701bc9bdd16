import type { Address, Hex } from "@portico/evm";
import type { AbiFunction } from "viem";
import { parseAbiItem } from "viem";
import type { Action } from "./action.ts";
import type { Category } from "./category.ts";
import type { Call } from "./call.ts";
import type { Knowledge } from "./knowledge.ts";

/** A call with decoded calldata. Plain values only: it can be read repeatedly, and never throws. */
export interface DecodedCall extends Call {
  /** The first four bytes of the calldata, or fewer if it is shorter; "0x" for a contract creation. */
  selector: Hex;
  /** The function's ABI; undefined if no known one matches the calldata. */
  function: AbiFunction | undefined;
  /**
   * In ABI order, as decoded by viem: bigint (number up to 48 bits), lower-case addresses, arrays, objects for
   * tuples. Empty if the calldata is truncated before they end.
   */
  args: readonly unknown[];
  /** What the function means; undefined if only its name is known (an imported selector), or nothing. */
  row: FunctionRow | undefined;
  /** The wrapped calls (multicall, Safe execution, user operations), in order. */
  inner: readonly DecodedCall[];
  /** Whether wrapped calls are missing: too deep, too many, or truncated. */
  isInnerCut?: boolean;
}

/** Arguments by name, as decoded by viem. */
// oxlint-disable-next-line typescript/no-explicit-any -- each row knows its own ABI; the decoder has checked the values
export type Args = Record<string, any>;

export interface Reading {
  /** By the names in the signature. */
  args: Args;
  call: DecodedCall;
  /** The account whose assets move: the sender, or the account that a wrapped call acts for. */
  actor: Address;
  knowledge: Knowledge;
}

/** The meaning of a function of a standard or a protocol. */
export interface FunctionRow {
  /** Human-readable ABI with names: "function transfer(address to, uint256 amount)". */
  signature: string;
  /** "" if only `read` or `unwrap` can determine it. */
  category: Category | "";
  /**
   * Effects, by calldata. Without it: a `call` action of this category that sends the call's own value.
   * Never throws for values that the ABI allows.
   */
  read?: (reading: Reading) => Action[];
  /** The calls encoded in its arguments; those then decide the effects. */
  unwrap?: (args: Args, call: Call) => Call[];
}

/** A row with its ABI, indexed by selector. */
export interface KnownFunction {
  abi: AbiFunction;
  row: FunctionRow;
}

export const toKnownFunction = (row: FunctionRow): KnownFunction => ({
  abi: parseAbiItem(row.signature) as AbiFunction,
  row,
});
