import type { OwnerContext } from "../../adapter.ts";
import type { Position } from "../../position.ts";
import { escrowAbi, findContracts, synthetixAbi, toName } from "./synthetixContracts.ts";
import type { SynthetixContracts } from "./synthetixContracts.ts";

/** Entries that an owner may claim are read up to here. */
const MAX_ENTRIES = 200n;

/**
 * The debt of an owner's stake, with escrowed SNX. Staked SNX stay in the wallet, and are counted there. Without debt
 * the escrow is a vesting.
 */
export async function listStakes(context: OwnerContext<SynthetixContracts>): Promise<Position[]> {
  const { owner, contracts, interactions, interactionsFrom, read } = context;
  if (interactions.length === 0 && interactionsFrom === undefined) return [];
  const names = ["Synthetix", "LiquidatorRewards", "Liquidator"];
  const [[synthetix, liquidatorRewards, liquidator], [rawEscrowed, ids]] = await Promise.all([
    findContracts(context, names),
    read([
      { address: contracts.rewardEscrow, abi: escrowAbi, functionName: "balanceOf", args: [owner] },
      {
        address: contracts.rewardEscrow,
        abi: escrowAbi,
        functionName: "getAccountVestingEntryIDs",
        args: [owner, 0n, MAX_ENTRIES],
      },
    ]),
  ]);
  const [debt, ratio, rawEarned, maxRatio, rawClaimable] = await read([
    { address: synthetix!, abi: synthetixAbi, functionName: "debtBalanceOf", args: [owner, toName("sUSD")] },
    { address: synthetix!, abi: synthetixAbi, functionName: "collateralisationRatio", args: [owner] },
    { address: liquidatorRewards!, abi: synthetixAbi, functionName: "earned", args: [owner] },
    { address: liquidator!, abi: synthetixAbi, functionName: "liquidationRatio" },
    { address: contracts.rewardEscrow, abi: escrowAbi, functionName: "getVestingQuantity", args: [owner, ids] },
  ]);
  const { snx, susd, rewardEscrow } = contracts;
  const rewards = rawEarned > 0n ? [{ token: snx, rawAmount: rawEarned }] : [];
  const pool = { controller: snx };
  if (debt > 0n) {
    const supplies = rawEscrowed > 0n ? [{ token: snx, rawAmount: rawEscrowed, isCollateral: true }] : [];
    const borrows = [{ token: susd, rawAmount: debt }];
    const healthRate = ratio === 0n ? null : Number(maxRatio) / Number(ratio);
    return [{ name: "Lending", pool, detail: { type: "lending", supplies, borrows, rewards, healthRate } }];
  }
  const token = { token: snx, rawAmount: rawEscrowed };
  return [
    ...(rawEscrowed > 0n
      ? [
          {
            name: "Vesting",
            pool: { controller: rewardEscrow },
            detail: { type: "vesting", token, rawClaimable },
          } satisfies Position,
        ]
      : []),
    ...(rewards.length > 0 ? [{ name: "Rewards", pool, detail: { type: "reward", rewards } } satisfies Position] : []),
  ];
}
