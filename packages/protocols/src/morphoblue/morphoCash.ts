import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { ReadContext } from "../adapter.ts";
import type { Cover } from "../families/cover.ts";
import type { MarketState } from "./morphoMath.ts";
import type { MorphoMarket, MorphoContracts } from "./morphoReads.ts";

/** What the contract holds of a market's tokens, for all markets together; 0n if a token fails. */
export interface MorphoCash {
  loan: bigint;
  secured: bigint;
}

export async function readMorphoCash(
  { contracts, tryRead }: ReadContext<MorphoContracts>,
  markets: readonly MorphoMarket[],
): Promise<MorphoCash[]> {
  const get = (list: readonly Address[]) =>
    tryRead(
      list.map((address) => ({ address, abi: erc20Abi, functionName: "balanceOf", args: [contracts.morpho] }) as const),
    );
  const [loans, secured] = await Promise.all([
    get(markets.map(({ loanToken }) => loanToken)),
    get(markets.map(({ collateralToken }) => collateralToken)),
  ]);
  return markets.map((_market, index) => ({ loan: loans[index] ?? 0n, secured: secured[index] ?? 0n }));
}

/** What covers all supplies of a market; undefined without cash: they are not capped. */
export const toLentCover = (state: MarketState, cash: MorphoCash | undefined): Cover | undefined =>
  cash && { rawCover: cash.loan + state.borrowAssets, rawClaims: state.supplyAssets };
