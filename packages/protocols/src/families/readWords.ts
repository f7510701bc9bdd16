import type { Address } from "@portico/evm";
import { numberToHex, parseAbi } from "viem";
import type { Abi } from "viem";
import type { ReadContext } from "../adapter.ts";
import { toLower } from "../toLower.ts";

/** A view by its signature. */
export interface ViewCall {
  address: Address;
  /** `ticks(int24)`. */
  view: string;
  args?: readonly unknown[];
}

/**
 * The first words of a view's static result, for views whose results differ between forks: of as many words as the
 * longest of the lengths that it has. Undefined: it fails, or its result is shorter.
 */
export async function readWords(
  { tryRead }: Pick<ReadContext<unknown>, "tryRead">,
  { address, view, args = [] }: ViewCall,
  lengths: readonly number[],
): Promise<readonly bigint[] | undefined> {
  const longestFirst = lengths.toSorted((one, other) => other - one);
  // calls with equal data are requested once
  const results = await tryRead(longestFirst.map((length) => ({ address, ...toFunction(view, length), args })));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- toAbi declares an array of uint256
  return (results as readonly (readonly bigint[] | undefined)[]).find((words) => words !== undefined);
}

const abis = new Map<string, Abi>();

/** The ABI of a view, and the name of its function. */
export const toFunction = (view: string, length: number) => ({ abi: toAbi(view, length), functionName: toName(view) });

function toAbi(view: string, length: number): Abi {
  const signature = `function ${view} view returns (uint256[${length}])`;
  const known = abis.get(signature);
  if (known !== undefined) return known;
  const abi: Abi = parseAbi([signature]);
  abis.set(signature, abi);
  return abi;
}

const toName = (view: string): string => view.slice(0, view.indexOf("("));

export const toAddress = (word: bigint): Address => toLower(numberToHex(BigInt.asUintN(160, word), { size: 20 }));

/** Of an int24. */
export const toTick = (word: bigint): number => Number(BigInt.asIntN(24, word));
