import { createRpc, erc20Abi, getChain, NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import { findChainState, listBalances } from "@portico/store";
import type { Store } from "@portico/store";

export interface Difference {
  chain: string;
  owner: Address;
  token: Address;
  stored: bigint;
  direct: bigint;
}

export interface Comparison {
  compared: number;
  /** Number of non-zero balances. */
  held: number;
  differences: Difference[];
}

interface ComparedQuery {
  chain: string;
  rpcUrl: string;
  owners: readonly Address[];
  tokens: readonly Address[];
}

/** Compares stored balances of each owner, token and the native coin with the chain, by one plain call each. */
export async function compareWithChain(
  db: Store,
  { chain, rpcUrl, owners, tokens }: ComparedQuery,
): Promise<Comparison> {
  const state = await findChainState(db, chain);
  const blockNumber = state?.balances?.blockNumber;
  if (blockNumber === undefined) throw new Error(`'${chain}' is not synced`);
  const rpc = createRpc({ chain: getChain(chain), urls: [rpcUrl] });
  const comparison: Comparison = { compared: 0, held: 0, differences: [] };
  for (const owner of owners.map(toLowerCase)) {
    const balances = await listBalances(db, owner, [chain]);
    const stored = new Map(balances.map(({ token, rawAmount }) => [token, rawAmount]));
    await Promise.all(
      [NATIVE_TOKEN, ...tokens.map(toLowerCase)].map(async (token) => {
        const direct =
          token === NATIVE_TOKEN
            ? await rpc.getBalance({ address: owner, blockNumber })
            : await rpc.readContract({
                abi: erc20Abi,
                address: token,
                functionName: "balanceOf",
                args: [owner],
                blockNumber,
              });
        comparison.compared += 1;
        if (direct > 0n) comparison.held += 1;
        const known = stored.get(token) ?? 0n;
        if (known !== direct) comparison.differences.push({ chain, owner, token, stored: known, direct });
      }),
    );
  }
  return comparison;
}

export const toLowerCase = (address: Address): Address => `0x${address.slice(2).toLowerCase()}`;
