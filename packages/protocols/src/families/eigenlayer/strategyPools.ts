import type { Address } from "@portico/evm";
import { padHex } from "viem";
import type { PoolContext, ReadContext } from "../../adapter.ts";
import type { Amount, PoolKey, PoolState } from "../../position.ts";
import { unlessUnread } from "../../reader.ts";
import { delegationAbi, strategyAbi } from "./eigenlayerContracts.ts";
import type { EigenlayerContracts } from "./eigenlayerContracts.ts";
import { readStrategyAmounts } from "./strategyAmounts.ts";

/** Every strategy with a deposit. */
export async function listStrategyPools(context: PoolContext<EigenlayerContracts>): Promise<PoolState[]> {
  const { contracts, emitted = [], tryRead, isContinued } = context;
  if (isContinued === true) return [];
  const deposits = emitted.filter(({ contract, key }) => contract === contracts.strategies && key !== "");
  const keys = new Map(deposits.map(({ key }) => [padHex(key as Address, { size: 20 }), key]));
  const totals = await tryRead(
    [...keys.keys()].map((address) => ({ address, abi: strategyAbi, functionName: "totalShares" }) as const),
  );
  const shares = [...keys].flatMap(([strategy, key], index) => {
    const rawShares = totals[index] ?? 0n;
    return rawShares === 0n ? [] : [{ strategy, key, rawShares }];
  });
  // anybody may deploy a strategy of an own token: one that fails must not take the others with it
  const amounts = await Promise.all(
    shares.map((share) => unlessUnread<Amount[]>(readStrategyAmounts(context, [share]), [])),
  );
  return shares.flatMap(({ strategy, key, rawShares }, index): PoolState[] => {
    const supplies = amounts[index]!;
    if (supplies.length === 0) return [];
    const depositors = { by: "interaction", contract: contracts.strategies, key } as const;
    return [{ pool: { controller: strategy }, name: "Staked", contracts: [strategy], supplies, rawShares, depositors }];
  });
}

export async function readStrategyShares(
  { contracts, read }: ReadContext<EigenlayerContracts>,
  { controller }: PoolKey,
  owners: readonly Address[],
): Promise<bigint[]> {
  const shares = await read(
    owners.map(
      (owner) =>
        ({
          address: contracts.delegation,
          abi: delegationAbi,
          functionName: "getWithdrawableShares",
          args: [owner, [controller]],
        }) as const,
    ),
  );
  return shares.map(([[withdrawable = 0n]]) => withdrawable);
}
