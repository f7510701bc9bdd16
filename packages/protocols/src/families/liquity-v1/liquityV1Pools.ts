import { min } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { PoolContext, ReadContext } from "../../adapter.ts";
import type { PoolKey, PoolState } from "../../position.ts";
import { capShare, readHeld } from "./liquityV1Holdings.ts";
import { readMarkets } from "./liquityV1Market.ts";
import type { LiquityMarket, LiquityV1Contracts } from "./liquityV1Market.ts";
import { poolAbi, stakingAbi, troveAbi } from "./liquityV1Positions.ts";

const totalsAbi = parseAbi([
  "function getTotalLUSDDeposits() view returns (uint256)",
  "function getTotalDebtTokenDeposits() view returns (uint256)",
  "function totalLQTYStaked() view returns (uint256)",
]);

type Context = PoolContext<LiquityV1Contracts>;

/** Each trove manager with its collateral, and its stability pool and stakes. */
export async function listLiquityPools(context: Context): Promise<PoolState[]> {
  if (context.isContinued === true) return [];
  const markets = await readMarkets(context);
  const pools = [...new Map(markets.map((market) => [market.stabilityPool, market])).values()];
  const stakings = [...new Map(markets.map((market) => [market.staking, market])).values()];
  const found = await Promise.all([
    ...markets.map((market) => readTroves(context, market)),
    ...pools.map((market) => readStabilityPool(context, market)),
    ...stakings.map((market) => readStaking(context, market)),
  ]);
  return found.flat();
}

async function readTroves(context: Context, market: LiquityMarket): Promise<PoolState[]> {
  const { borrowerOperations, collateral, troveManager, vaults } = market;
  const [[all], held] = await Promise.all([
    context.tryRead([{ address: troveManager, abi: troveAbi, functionName: "getEntireSystemColl" }]),
    readHeld(
      context,
      vaults.map((owner) => ({ token: collateral, owner })),
    ),
  ]);
  if (all === undefined) return [];
  const real = held.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n);
  return [
    {
      pool: { controller: troveManager },
      name: "Lending",
      contracts: [...new Set([troveManager, ...(borrowerOperations ? [borrowerOperations] : []), ...vaults])],
      supplies: [{ token: collateral, rawAmount: capShare(all, all, real) }],
      rawShares: all,
      depositors: { by: "interaction", contract: borrowerOperations ?? troveManager },
    },
  ];
}

async function readStabilityPool(context: Context, { debtToken, stabilityPool }: LiquityMarket): Promise<PoolState[]> {
  if (stabilityPool === undefined) return [];
  const of = { address: stabilityPool, abi: totalsAbi } as const;
  const [[own, other], [held = 0n]] = await Promise.all([
    context.tryRead([
      { ...of, functionName: "getTotalLUSDDeposits" },
      { ...of, functionName: "getTotalDebtTokenDeposits" },
    ]),
    readHeld(context, [{ token: debtToken, owner: stabilityPool }]),
  ]);
  return toPool("Yield", stabilityPool, debtToken, own ?? other, held);
}

async function readStaking(context: Context, { governanceToken, staking }: LiquityMarket): Promise<PoolState[]> {
  if (staking === undefined || governanceToken === undefined) return [];
  const [[total], [held = 0n]] = await Promise.all([
    context.tryRead([{ address: staking, abi: totalsAbi, functionName: "totalLQTYStaked" }]),
    readHeld(context, [{ token: governanceToken, owner: staking }]),
  ]);
  return toPool("Staked", staking, governanceToken, total, held);
}

// oxlint-disable-next-line max-params -- one call each
const toPool = (
  name: PoolState["name"],
  controller: Address,
  token: Address,
  total: bigint | undefined,
  held: bigint,
): PoolState[] =>
  total === undefined
    ? []
    : [
        {
          pool: { controller },
          name,
          contracts: [controller],
          supplies: [{ token, rawAmount: min(total, held) }],
          rawShares: total,
          depositors: { by: "interaction", contract: controller },
        },
      ];

/** Of collateral, deposits or stakes: a pool has one of them. */
export async function readLiquityShares(
  { tryRead }: ReadContext<LiquityV1Contracts>,
  { controller: address }: PoolKey,
  owners: readonly Address[],
): Promise<bigint[]> {
  return Promise.all(
    owners.map(async (owner) => {
      const args = [owner] as const;
      const [trove, own, other, stake] = await tryRead([
        { address, abi: troveAbi, functionName: "getEntireDebtAndColl", args },
        { address, abi: poolAbi, functionName: "getCompoundedLUSDDeposit", args },
        { address, abi: poolAbi, functionName: "getCompoundedDebtDeposit", args },
        { address, abi: stakingAbi, functionName: "stakes", args },
      ]);
      return trove?.[1] ?? own ?? other ?? stake ?? 0n;
    }),
  );
}
