import { erc20Abi, multicall3Abi, NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { ReadContext } from "../adapter.ts";
import type { Amount } from "../position.ts";

type Reads = Pick<ReadContext<unknown>, "chain" | "tryRead">;

/**
 * Amounts that a contract reports, as far as it really holds them, with those that it keeps its tokens at. An amount of a
 * token that doesn't respond stays as it is.
 */
export async function capToHeld<One extends Amount>(
  reads: Reads,
  holders: readonly Address[],
  amounts: readonly One[],
): Promise<One[]> {
  const held = await readHeld(
    reads,
    holders,
    amounts.map(({ token }) => token),
  );
  return capTo(amounts, held);
}

/** Amounts as far as they are held: `readHeld` of their tokens. */
export const capTo = <One extends Amount>(amounts: readonly One[], held: readonly (bigint | undefined)[]): One[] =>
  amounts.map((amount, index) => {
    const rawHeld = held[index];
    return rawHeld === undefined || amount.rawAmount <= rawHeld ? amount : { ...amount, rawAmount: rawHeld };
  });

/** What the holders have of each token together; undefined if it doesn't respond. */
export async function readHeld(
  { chain, tryRead }: Reads,
  holders: readonly Address[],
  tokens: readonly Address[],
): Promise<(bigint | undefined)[]> {
  const multicall3 = chain.multicall3;
  return Promise.all(
    tokens.map(async (token) => {
      const balances =
        token !== NATIVE_TOKEN
          ? await tryRead(
              holders.map(
                (holder) => ({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [holder] }) as const,
              ),
            )
          : multicall3 === null
            ? []
            : await tryRead(
                holders.map(
                  (holder) =>
                    ({
                      address: multicall3,
                      abi: multicall3Abi,
                      functionName: "getEthBalance",
                      args: [holder],
                    }) as const,
                ),
              );
      const known = balances.filter((balance) => balance !== undefined);
      return known.length === 0 ? undefined : known.reduce((sum, balance) => sum + balance, 0n);
    }),
  );
}
