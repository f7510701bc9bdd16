import type { OwnerContext } from "../../adapter.ts";
import type { Position } from "../../position.ts";
import { toLower } from "../../toLower.ts";
import { delegationAbi } from "./eigenlayerContracts.ts";
import type { EigenlayerContracts } from "./eigenlayerContracts.ts";
import { readStrategyAmounts } from "./strategyAmounts.ts";

/** Seconds of a slot of Ethereum: the delay is counted in blocks. */
const SLOT = 12;

/** What each pays, after slashing until now. Its unlock time assumes a block in every slot. */
export async function listQueuedWithdrawals(context: OwnerContext<EigenlayerContracts>): Promise<Position[]> {
  const { owner, contracts, read, blockNumber, timeAt } = context;
  const of = { address: contracts.delegation, abi: delegationAbi } as const;
  const [[withdrawals, shares], delay] = await read([
    { ...of, functionName: "getQueuedWithdrawals", args: [owner] },
    { ...of, functionName: "minWithdrawalDelayBlocks" },
  ]);
  return Promise.all(
    withdrawals.map(async ({ nonce, startBlock, strategies }, at): Promise<Position> => {
      const rows = strategies.map((strategy, index) => ({
        strategy: toLower(strategy),
        rawShares: shares[at]?.[index] ?? 0n,
      }));
      const supplies = await readStrategyAmounts(context, rows);
      const unlockBlock = startBlock + delay + 1;
      return {
        name: "Locked",
        pool: { controller: contracts.delegation },
        positionIndex: String(nonce),
        detail: { type: "locked", supplies, unlockAt: timeAt + (unlockBlock - Number(blockNumber)) * SLOT },
      };
    }),
  );
}
