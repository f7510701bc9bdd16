import { encodeFunctionData, prepareEncodeFunctionData } from "viem";
import type { Abi, AbiFunction, Hex } from "viem";

export interface EncodedCall {
  abi: Abi;
  functionName: string;
  args?: readonly unknown[];
}

interface Prepared {
  abi: [AbiFunction];
  functionName: Hex;
}

/** By ABI and name; null: the name is overloaded. */
const known = new WeakMap<Abi, Map<string, Prepared | null>>();

/**
 * The data of a call. Hashing the signature costs most of it, so that is done once for each function of an ABI: families
 * call the same function of hundreds of contracts.
 */
export function encodeCall({ abi, functionName, args }: EncodedCall): Hex {
  const prepared = prepare(abi, functionName);
  return encodeFunctionData({ ...(prepared ?? { abi, functionName }), ...(args && { args }) });
}

function prepare(abi: Abi, functionName: string): Prepared | null {
  const names = known.get(abi) ?? new Map<string, Prepared | null>();
  known.set(abi, names);
  const found = names.get(functionName);
  if (found !== undefined) return found;
  const isOverloaded = abi.filter((item) => item.type === "function" && item.name === functionName).length !== 1;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type depends on a constant ABI
  const prepared = isOverloaded ? null : (prepareEncodeFunctionData({ abi, functionName }) as unknown as Prepared);
  names.set(functionName, prepared);
  return prepared;
}
