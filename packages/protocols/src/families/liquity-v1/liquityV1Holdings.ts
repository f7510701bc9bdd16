import { erc20Abi, multicall3Abi, NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { ReadContext } from "../../adapter.ts";

export interface Holder {
  token: Address;
  owner: Address;
}

/** What accounts hold of a token or of the native coin; undefined if nobody reports it. In their order. */
export async function readHeld(
  { chain, tryRead }: Pick<ReadContext<unknown>, "chain" | "tryRead">,
  holders: readonly Holder[],
): Promise<(bigint | undefined)[]> {
  return Promise.all(
    holders.map(async ({ token, owner }) => {
      if (token !== NATIVE_TOKEN) {
        const [held] = await tryRead([{ address: token, abi: erc20Abi, functionName: "balanceOf", args: [owner] }]);
        return held;
      }
      if (chain.multicall3 === null) return undefined;
      const [held] = await tryRead([
        { address: chain.multicall3, abi: multicall3Abi, functionName: "getEthBalance", args: [owner] },
      ]);
      return held;
    }),
  );
}

/** A part of a promised sum, as far as the sum is really held. @param held - Undefined: nothing is. */
export const capShare = (rawAmount: bigint, promised: bigint, held: bigint | undefined): bigint =>
  promised <= (held ?? 0n) ? rawAmount : promised === 0n ? 0n : (rawAmount * (held ?? 0n)) / promised;
