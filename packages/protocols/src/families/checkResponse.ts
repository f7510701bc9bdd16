import type { Address } from "@portico/evm";
import type { Abi } from "viem";
import type { ReadContext } from "../adapter.ts";

export interface CheckedView {
  address: Address;
  abi: Abi;
  functionName: string;
  args?: readonly unknown[];
}

/** For `check`: the first view that does not respond, as a sentence. */
export async function checkResponse(
  { tryRead }: Pick<ReadContext<unknown>, "tryRead">,
  views: readonly CheckedView[],
): Promise<string | undefined> {
  const results: readonly unknown[] = await tryRead(views);
  const silent = views.find((_view, index) => results[index] === undefined);
  return silent && `${silent.functionName}() of ${silent.address} does not respond`;
}
