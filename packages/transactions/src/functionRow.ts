import type { Address, Hex } from "@portico/evm";
import type { AbiFunction } from "viem";
import { parseAbiItem } from "viem";
import type { Action, Category } from "./action.ts";
import type { Call } from "./call.ts";
import type { Knowledge } from "./knowledge.ts";

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

/** Arguments by name, as viem decodes them. */
// oxlint-disable-next-line typescript/no-explicit-any -- each row knows its own ABI; the decoder has checked the values
export type Args = Record<string, any>;

export interface Reading {
  /** By the names in the signature. */
  args: Args;
  call: DecodedCall;
  /** Whose things move: the sender, or the account that a wrapped call speaks for. */
  actor: Address;
  knowledge: Knowledge;
}

/** What a function of a standard or a protocol means. */
export interface FunctionRow {
  /** Human-readable ABI with names: "function transfer(address to, uint256 amount)". */
  signature: string;
  /** "" where only `read` or `unwrap` can tell. */
  category: Category | "";
  /**
   * What it does, by its calldata. Left out: a `call` action of this category which sends the call's own value.
   * Never throws for values that the ABI allows.
   */
  read?: (reading: Reading) => Action[];
  /** The calls that it makes of its arguments; then those say what it does. */
  unwrap?: (args: Args, call: Call) => Call[];
}

/** A row with its ABI, as the decoder looks it up by selector. */
export interface KnownFunction {
  abi: AbiFunction;
  row: FunctionRow;
}

export const toKnownFunction = (row: FunctionRow): KnownFunction => ({
  abi: parseAbiItem(row.signature) as AbiFunction,
  row,
});
