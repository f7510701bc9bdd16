import type { Address } from "@portico/evm";
import { type AbiFunction, parseAbiItem } from "viem";
import type { Action, Category } from "./action.ts";
import type { Call, DecodedCall } from "./call.ts";
import type { Knowledge } from "./knowledge.ts";

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
