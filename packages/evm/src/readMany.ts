import type { Abi, AbiFunction, Address, Hex, MulticallParameters, MulticallReturnType } from "viem";
import { decodeFunctionResult, encodeFunctionData, toFunctionSelector } from "viem";
import { callMany } from "./callMany.ts";
import type { PinnedOptions } from "./callMany.ts";
import type { Rpc } from "./rpc.ts";

interface ContractCall {
  abi: Abi;
  address: Address;
  functionName: string;
  args?: readonly unknown[];
}

/**
 * Reads many contracts at one block, typed by their ABIs, like viem's `multicall` with allowFailure.
 * @returns in the order of the calls: `{ status: "success", result }` or `{ status: "failure", error }`. Return data
 * that
 * does not decode (an address without code, another kind of contract) is a failure.
 * @throws if the node fails.
 */
export async function readMany<const contracts extends readonly unknown[]>(
  rpc: Rpc,
  calls: MulticallParameters<contracts>["contracts"],
  options: PinnedOptions,
): Promise<MulticallReturnType<contracts>> {
  /* oxlint-disable typescript/no-unsafe-type-assertion -- viem's types relate calls to results; no check could */
  const list = calls as readonly unknown[] as readonly ContractCall[];
  const encoded = list.map((call) => ({ to: call.address, data: encode(call) }));
  const answers = await callMany(rpc, encoded, options);
  const results: unknown = list.map((call, index) => toResult(call, answers[index] ?? null));
  return results as MulticallReturnType<contracts>;
  /* oxlint-enable typescript/no-unsafe-type-assertion */
}

interface KnownFunction {
  abi: readonly [AbiFunction];
  selector: Hex;
}

/** Functions by name, of ABIs in which no other has the name: a selector is a hash, and most calls are of few functions. */
const known = new WeakMap<Abi, Map<string, KnownFunction | undefined>>();

function findFunction({ abi, functionName }: ContractCall): KnownFunction | undefined {
  const functions = known.get(abi) ?? new Map<string, KnownFunction | undefined>();
  known.set(abi, functions);
  if (!functions.has(functionName)) {
    const [first, ...others] = abi.filter((item) => item.type === "function" && item.name === functionName);
    const isOnly = first?.type === "function" && others.length === 0;
    functions.set(functionName, isOnly ? { abi: [first], selector: toFunctionSelector(first) } : undefined);
  }
  return functions.get(functionName);
}

function encode(call: ContractCall): Hex {
  const found = findFunction(call);
  const { args = [] } = call;
  return found === undefined
    ? encodeFunctionData(call)
    : encodeFunctionData<Abi>({ abi: found.abi, functionName: found.selector, args });
}

function toResult(call: ContractCall, data: Hex | null) {
  if (data === null) return toFailure(() => new Error(`${call.functionName} of ${call.address} fails`));
  const found = findFunction(call);
  if (data === "0x" && found !== undefined && found.abi[0].outputs.length > 0) return toFailure(() => toMismatch(call));
  try {
    return { status: "success", result: decodeFunctionResult({ ...call, abi: found?.abi ?? call.abi, data }) };
  } catch (cause) {
    return toFailure(() => toMismatch(call, cause));
  }
}

/** Few read the error, and many calls fail: a stack trace takes longer than the call. */
const toFailure = (createError: () => Error) => ({
  status: "failure",
  get error() {
    return createError();
  },
});

const toMismatch = ({ functionName, address }: ContractCall, cause?: unknown): Error =>
  new Error(`${functionName} of ${address} returned data that does not match its ABI`, { cause });
