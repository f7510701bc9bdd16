import type { Abi, Address, MulticallParameters, MulticallReturnType } from "viem";
import { decodeFunctionResult, encodeFunctionData } from "viem";
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
  const encoded = list.map((call) => ({ to: call.address, data: encodeFunctionData(call) }));
  const answers = await callMany(rpc, encoded, options);
  const results: unknown = list.map((call, index) => toResult(call, answers[index] ?? null));
  return results as MulticallReturnType<contracts>;
  /* oxlint-enable typescript/no-unsafe-type-assertion */
}

function toResult(call: ContractCall, data: `0x${string}` | null) {
  if (data === null) return { status: "failure", error: new Error(`${call.functionName} of ${call.address} fails`) };
  try {
    return { status: "success", result: decodeFunctionResult({ ...call, data }) };
  } catch (cause) {
    const error = new Error(`${call.functionName} of ${call.address} returned data that does not match its ABI`, {
      cause,
    });
    return { status: "failure", error };
  }
}
