import type { Hex } from "@portico/evm";
import { toFunctionSignature } from "viem";
import { toJson } from "./toJson.ts";
import type { DecodedCall } from "./functionRow.ts";

/** `TxAbi` of the contract. */
export interface AbiView {
  func: string;
  /** Canonical: "transfer(address,uint256)". */
  signature: string;
  /** JSON values: addresses lower-case, integers as decimal text, bytes as hex, arrays and tuples as arrays. */
  params: unknown[];
  param_names: string[];
}

/** null if no known function matches the calldata. */
export function toAbiView({ function: abi, args }: DecodedCall): AbiView | null {
  if (abi === undefined) return null;
  return {
    func: abi.name,
    signature: toFunctionSignature(abi),
    params: args.map((value, index) => toJson(value, abi.inputs[index]!)),
    param_names: abi.inputs.map(({ name = "" }) => name),
  };
}

/**
 * `Tx.name` and `Tx.params` of the contract: "" for a plain transfer or a creation, the selector of an unknown
 * function.
 */
export function nameCall(call: DecodedCall): { name: string; params: string[] } {
  const view = toAbiView(call);
  if (view === null) return { name: call.selector === "0x" ? "" : call.selector, params: [] };
  const params = view.params.map((param) => (typeof param === "string" ? param : JSON.stringify(param)));
  return { name: view.func, params };
}

/** Selectors without a known function, of the call and its inner calls. */
export const listUnknownSelectors = (call: DecodedCall): Hex[] => [
  ...new Set(
    listCalls(call).flatMap((one) => (one.function === undefined && one.selector.length === 10 ? [one.selector] : [])),
  ),
];

/** A call and its inner calls, in order. */
export const listCalls = (call: DecodedCall): DecodedCall[] => [call, ...call.inner.flatMap(listCalls)];
