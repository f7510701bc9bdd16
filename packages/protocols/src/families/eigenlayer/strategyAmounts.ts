import type { Address } from "@portico/evm";
import { NATIVE_TOKEN } from "@portico/evm";
import type { ReadContext } from "../../adapter.ts";
import type { Amount } from "../../position.ts";
import { toLower } from "../../toLower.ts";
import { strategyAbi } from "./eigenlayerContracts.ts";
import type { EigenlayerContracts } from "./eigenlayerContracts.ts";

/** Stands for the coins of validators: a share is a wei. */
const BEACON_CHAIN_ETH: Address = "0xbeac0eeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeac0";

export interface StrategyShares {
  strategy: Address;
  rawShares: bigint;
}

/** What shares of strategies are worth, in their order. */
export function readStrategyAmounts(
  context: ReadContext<EigenlayerContracts>,
  shares: readonly StrategyShares[],
): Promise<Amount[]> {
  return Promise.all(shares.map((share) => readAmount(context, share)));
}

async function readAmount(
  { contracts, read, readOnce }: ReadContext<EigenlayerContracts>,
  { strategy: address, rawShares }: StrategyShares,
): Promise<Amount> {
  if (address === BEACON_CHAIN_ETH) return { token: NATIVE_TOKEN, rawAmount: rawShares };
  const [[token], [rawAmount]] = await Promise.all([
    readOnce([{ address, abi: strategyAbi, functionName: "underlyingToken" }]),
    read([{ address, abi: strategyAbi, functionName: "sharesToUnderlyingView", args: [rawShares] }]),
  ]);
  return { token: address === contracts.eigenStrategy ? contracts.eigen : toLower(token), rawAmount };
}
