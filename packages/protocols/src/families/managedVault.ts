import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../adapter.ts";
import { toLower } from "../toLower.ts";
import type { PoolOfShares } from "./poolShares.ts";

/** Vaults that manage liquidity of one pool: Gamma's and ICHI's. @see https://docs.gamma.xyz */
const vaultAbi = parseAbi([
  "function token0() view returns (address)",
  "function token1() view returns (address)",
  "function totalSupply() view returns (uint256)",
  "function getTotalAmounts() view returns (uint256 total0, uint256 total1)",
]);

/** With the amounts that it would have without its liquidity. */
export async function readManagedVault(
  { read, readOnce }: ReadContext<unknown>,
  address: Address,
): Promise<PoolOfShares> {
  const of = { address, abi: vaultAbi } as const;
  const [tokens, [totals, rawShares]] = await Promise.all([
    readOnce([
      { ...of, functionName: "token0" },
      { ...of, functionName: "token1" },
    ]),
    read([
      { ...of, functionName: "getTotalAmounts" },
      { ...of, functionName: "totalSupply" },
    ]),
  ]);
  const supplies = ([0, 1] as const).map((side) => ({ token: toLower(tokens[side]), rawAmount: totals[side] }));
  return { supplies, rawShares };
}

/** Candidates that are such vaults, by form alone. */
export async function findManagedVaults({ tryRead }: ReadContext<unknown>, candidates: readonly Address[]) {
  const totals = await tryRead(
    candidates.map((address) => ({ address, abi: vaultAbi, functionName: "getTotalAmounts" }) as const),
  );
  return candidates.filter((_address, index) => totals[index] !== undefined);
}
