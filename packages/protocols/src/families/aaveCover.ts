import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { ReadContext } from "../adapter.ts";
import type { AaveReserve } from "./aaveVersion.ts";
import type { Cover } from "./cover.ts";

/** What covers the supplies of each of these aTokens: the asset that it holds, and the debts of its reserve. */
export async function readAaveCover(
  { read }: ReadContext<unknown>,
  reserves: readonly AaveReserve[],
  tokens: readonly Address[],
): Promise<Map<Address, Cover>> {
  const held = reserves.filter(({ aToken }) => tokens.includes(aToken));
  const covers = await Promise.all(
    held.map(async ({ asset, aToken, variableDebt, stableDebt }): Promise<Cover> => {
      const totals = [aToken, variableDebt, ...(stableDebt === undefined ? [] : [stableDebt])];
      const [[cash], [rawClaims, ...debts]] = await Promise.all([
        read([{ address: asset, abi: erc20Abi, functionName: "balanceOf", args: [aToken] }]),
        read(totals.map((address) => ({ address, abi: erc20Abi, functionName: "totalSupply" }) as const)),
      ]);
      return { rawCover: debts.reduce((sum, debt) => sum + debt, cash), rawClaims: rawClaims! };
    }),
  );
  return new Map(held.map(({ aToken }, index) => [aToken, covers[index]!]));
}
