import { erc20Abi, min } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext, ReadContext } from "../../adapter.ts";
import type { Position } from "../../position.ts";
import type { LiquityBranch, LiquityV2Contracts } from "./liquityV2Branches.ts";

export const troveAbi = parseAbi([
  "struct LatestTroveData { uint256 entireDebt; uint256 entireColl; uint256 redistBoldDebtGain; uint256 redistCollGain; uint256 accruedInterest; uint256 recordedDebt; uint256 annualInterestRate; uint256 weightedRecordedDebt; uint256 accruedBatchManagementFee; uint256 lastInterestRateAdjTime; }",
  "function getLatestTroveData(uint256 troveId) view returns (LatestTroveData)",
  "function getCurrentICR(uint256 troveId, uint256 price) view returns (uint256)",
  "function getEntireBranchColl() view returns (uint256)",
  "function getUnbackedPortionPriceAndRedeemability() returns (uint256 unbacked, uint256 price, bool isRedeemable)",
]);

export const poolAbi = parseAbi([
  "function getCompoundedBoldDeposit(address depositor) view returns (uint256)",
  "function getDepositorYieldGain(address depositor) view returns (uint256)",
  "function getDepositorYieldGainWithPending(address depositor) view returns (uint256)",
  "function getDepositorCollGain(address depositor) view returns (uint256)",
  "function stashedColl(address depositor) view returns (uint256)",
  "function getTotalBoldDeposits() view returns (uint256)",
]);

type Context = OwnerContext<LiquityV2Contracts>;

/** What a branch promises to its troves, and what it holds. */
export async function readCollateral(
  { read }: Pick<ReadContext<unknown>, "read">,
  { collateral, troveManager, vaults }: LiquityBranch,
): Promise<{ promised: bigint; held: bigint }> {
  const [[promised], balances] = await Promise.all([
    read([{ address: troveManager, abi: troveAbi, functionName: "getEntireBranchColl" }]),
    read(
      vaults.map(
        (vault) => ({ address: collateral, abi: erc20Abi, functionName: "balanceOf", args: [vault] }) as const,
      ),
    ),
  ]);
  return { promised, held: balances.reduce((sum, balance) => sum + balance, 0n) };
}

/** The owner's troves, one for each NFT. */
export async function readTroves(context: Context, branch: LiquityBranch): Promise<Position[]> {
  const { nfts, read, trySimulate } = context;
  const { bold, collateral, minRatio, troveManager } = branch;
  const ids = nfts.get(branch.troveNft) ?? [];
  if (ids.length === 0) return [];
  const of = { address: troveManager, abi: troveAbi } as const;
  const [troves, { promised, held }, [redemption]] = await Promise.all([
    read(ids.map((id) => ({ ...of, functionName: "getLatestTroveData", args: [id] }) as const)),
    readCollateral(context, branch),
    // the only price that a branch reports: liquidations use the same, or a lower one of a staked coin
    trySimulate([{ ...of, functionName: "getUnbackedPortionPriceAndRedeemability" }]),
  ]);
  const ratios = await readRatios(context, branch, ids, redemption?.[1]);
  return ids.flatMap((id, index): Position[] => {
    const { entireColl, entireDebt } = troves[index]!;
    if (entireColl === 0n && entireDebt === 0n) return [];
    const rawAmount = promised <= held ? entireColl : (entireColl * held) / promised;
    const ratio = entireDebt === 0n ? undefined : ratios[index];
    return [
      {
        name: "Lending",
        detail: {
          type: "lending",
          supplies: [{ token: collateral, rawAmount, isCollateral: true }],
          borrows: entireDebt === 0n ? [] : [{ token: bold, rawAmount: entireDebt }],
          healthRate: ratio === undefined ? null : Number((ratio * 10n ** 18n) / minRatio) / 1e18,
        },
        pool: { controller: troveManager },
        positionIndex: String(id),
      },
    ];
  });
}

// oxlint-disable-next-line max-params -- of a branch
const readRatios = async (
  { tryRead }: Context,
  { troveManager }: LiquityBranch,
  ids: readonly bigint[],
  price: bigint | undefined,
): Promise<(bigint | undefined)[]> =>
  price === undefined || price === 0n
    ? []
    : tryRead(
        ids.map(
          (id) => ({ address: troveManager, abi: troveAbi, functionName: "getCurrentICR", args: [id, price] }) as const,
        ),
      );

/** The owner's deposit in the branch's stability pool, if an event names the owner, or may have been missed. */
export async function readDeposit(context: Context, branch: LiquityBranch): Promise<Position[]> {
  const { interactions, interactionsFrom, owner, read, tryRead } = context;
  const { bold, collateral, stabilityPool } = branch;
  const isNamed = interactionsFrom !== undefined || interactions.some(({ contract }) => contract === stabilityPool);
  if (!isNamed) return [];
  const of = { address: stabilityPool, abi: poolAbi, args: [owner] } as const;
  const [[deposit, gain, earned, stashed], [pending], [heldBold, heldCollateral]] = await Promise.all([
    read([
      { ...of, functionName: "getCompoundedBoldDeposit" },
      { ...of, functionName: "getDepositorCollGain" },
      { ...of, functionName: "getDepositorYieldGain" },
      { ...of, functionName: "stashedColl" },
    ]),
    tryRead([{ ...of, functionName: "getDepositorYieldGainWithPending" }]),
    read(
      [bold, collateral].map(
        (address) => ({ address, abi: erc20Abi, functionName: "balanceOf", args: [stabilityPool] }) as const,
      ),
    ),
  ]);
  const supplies = [{ token: bold, rawAmount: min(deposit, heldBold!) }].filter(isSome);
  const rewards = [
    { token: bold, rawAmount: pending ?? earned },
    { token: collateral, rawAmount: min(gain + stashed, heldCollateral!) },
  ].filter(isSome);
  if (supplies.length + rewards.length === 0) return [];
  return [{ name: "Yield", detail: { type: "common", supplies, rewards }, pool: { controller: stabilityPool } }];
}

const isSome = ({ rawAmount }: { rawAmount: bigint }): boolean => rawAmount > 0n;
