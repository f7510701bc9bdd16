import type { Abi } from "viem";
import type { Address } from "@portico/evm";
import type { ReadContext } from "../adapter.ts";

export interface ViewCall {
  address: Address;
  abi: Abi;
  functionName: string;
  args?: readonly unknown[];
}

/** For `check`: the first of the views that does not respond, in words. */
export async function checkViews(
  { tryRead }: ReadContext<unknown>,
  calls: readonly ViewCall[],
): Promise<string | undefined> {
  const results = await tryRead(calls as readonly unknown[] as never);
  const failed = calls.find((_call, index) => (results as readonly unknown[])[index] === undefined);
  return failed && `${failed.functionName}() of ${failed.address} does not respond`;
}
