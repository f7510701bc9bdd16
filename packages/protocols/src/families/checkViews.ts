import type { Abi } from "viem";
import type { Address } from "@portico/evm";
import type { ReadContext } from "../adapter.ts";

export interface ViewCall {
  address: Address;
  abi: Abi;
  functionName: string;
  args?: readonly unknown[];
}

/** For `check`: undefined if any of the views responds. A row may have several factories, and one may have gone. */
export async function checkViews(
  { tryRead }: ReadContext<unknown>,
  calls: readonly ViewCall[],
): Promise<string | undefined> {
  const results: readonly unknown[] = await tryRead(calls as readonly unknown[] as never);
  if (results.some((result) => result !== undefined)) return undefined;
  return `${calls.map(({ address, functionName }) => `${functionName}() of ${address}`).join(", ")}: no response`;
}
