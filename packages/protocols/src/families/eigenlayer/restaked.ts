import type { OwnerContext } from "../../adapter.ts";
import type { Position } from "../../position.ts";
import { toLower } from "../../toLower.ts";
import { delegationAbi } from "./eigenlayerContracts.ts";
import type { EigenlayerContracts } from "./eigenlayerContracts.ts";
import { readStrategyAmounts } from "./strategyAmounts.ts";

/** Deposits by strategy, after slashing. */
export async function listRestaked(context: OwnerContext<EigenlayerContracts>): Promise<Position[]> {
  const { owner, contracts, read } = context;
  const of = { address: contracts.delegation, abi: delegationAbi } as const;
  const [[deposited]] = await read([{ ...of, functionName: "getDepositedShares", args: [owner] }]);
  if (deposited.length === 0) return [];
  const [[withdrawable]] = await read([{ ...of, functionName: "getWithdrawableShares", args: [owner, deposited] }]);
  const shares = deposited.map((strategy, index) => ({
    strategy: toLower(strategy),
    rawShares: withdrawable[index] ?? 0n,
  }));
  const amounts = await readStrategyAmounts(context, shares);
  return shares.flatMap(({ strategy }, index): Position[] => {
    const supplies = amounts.slice(index, index + 1).filter(({ rawAmount }) => rawAmount > 0n);
    if (supplies.length === 0) return [];
    return [{ name: "Staked", pool: { controller: strategy }, detail: { type: "common", supplies } }];
  });
}
