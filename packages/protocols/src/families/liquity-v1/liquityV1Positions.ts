import { min } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext, ReadContext } from "../../adapter.ts";
import type { Amount, Position } from "../../position.ts";
import { ReadError } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { capShare, readHeld } from "./liquityV1Holdings.ts";
import { readMarkets } from "./liquityV1Market.ts";
import type { LiquityMarket, LiquityV1Contracts } from "./liquityV1Market.ts";

export const troveAbi = parseAbi([
  "function getEntireDebtAndColl(address borrower) view returns (uint256 debt, uint256 coll, uint256 pendingDebt, uint256 pendingColl)",
  "function getEntireSystemColl() view returns (uint256)",
  "function getCurrentICR(address borrower, uint256 price) view returns (uint256)",
  "function fetchPrice() returns (uint256)",
  "function lastGoodPrice() view returns (uint256)",
]);

/** Both families name most of these differently. */
export const poolAbi = parseAbi([
  "function getCompoundedLUSDDeposit(address depositor) view returns (uint256)",
  "function getCompoundedDebtDeposit(address depositor) view returns (uint256)",
  "function getDepositorETHGain(address depositor) view returns (uint256)",
  "function getDepositorLQTYGain(address depositor) view returns (uint256)",
  "function getDepositorCollateralGain(address depositor) view returns (uint256[])",
  "function collateralTokens(uint256 index) view returns (address)",
]);

export const stakingAbi = parseAbi([
  "function stakes(address staker) view returns (uint256)",
  "function getPendingETHGain(address staker) view returns (uint256)",
  "function getPendingLUSDGain(address staker) view returns (uint256)",
]);

type Context = OwnerContext<LiquityV1Contracts>;

/** An owner's troves, deposits in stability pools, and stakes. */
export async function readLiquityPositions(context: Context): Promise<Position[]> {
  const markets = await readMarkets(context);
  if (markets.length === 0) throw new ReadError("no trove manager responds");
  const pools = [...new Map(markets.map((market) => [market.stabilityPool, market])).values()];
  const stakings = [...new Map(markets.map((market) => [market.staking, market])).values()];
  const found = await Promise.all([
    ...markets.map((market) => readTrove(context, market)),
    ...pools.map((market) => (context.contracts.isPrisma ? readSharedDeposit : readDeposit)(context, market)),
    ...stakings.map((market) => readStake(context, market)),
  ]);
  return found.flat();
}

async function readTrove(context: Context, market: LiquityMarket): Promise<Position[]> {
  const { owner, read } = context;
  const { collateral, debtToken, troveManager, vaults } = market;
  const of = { address: troveManager, abi: troveAbi } as const;
  const [[[debt, coll], all], held, price] = await Promise.all([
    read([
      { ...of, functionName: "getEntireDebtAndColl", args: [owner] },
      { ...of, functionName: "getEntireSystemColl" },
    ]),
    readHeld(
      context,
      vaults.map((vault) => ({ token: collateral, owner: vault })),
    ),
    readPrice(context, market),
  ]);
  if (debt === 0n && coll === 0n) return [];
  const real = held.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n);
  const supplies = [{ token: collateral, rawAmount: capShare(coll, all, real), isCollateral: true }];
  const borrows = [{ token: debtToken, rawAmount: debt }].filter(({ rawAmount }) => rawAmount > 0n);
  const healthRate = debt === 0n || price === undefined ? null : await readHealth(context, market, price);
  return [
    { name: "Lending", detail: { type: "lending", supplies, borrows, healthRate }, pool: { controller: troveManager } },
  ];
}

/** As a borrower's own call would fetch it, else the last that was; undefined: there is none. */
async function readPrice({ tryRead, trySimulate }: Context, market: LiquityMarket): Promise<bigint | undefined> {
  const { priceFeed, troveManager } = market;
  if (priceFeed === undefined) {
    const [own] = await trySimulate([{ address: troveManager, abi: troveAbi, functionName: "fetchPrice" }]);
    return own;
  }
  const [[fetched], [last]] = await Promise.all([
    trySimulate([{ address: priceFeed, abi: troveAbi, functionName: "fetchPrice" }]),
    tryRead([{ address: priceFeed, abi: troveAbi, functionName: "lastGoodPrice" }]),
  ]);
  return fetched ?? last;
}

async function readHealth({ owner, tryRead }: Context, market: LiquityMarket, price: bigint): Promise<number | null> {
  const { minRatio, troveManager } = market;
  const [ratio] = await tryRead([
    { address: troveManager, abi: troveAbi, functionName: "getCurrentICR", args: [owner, price] },
  ]);
  return ratio === undefined || minRatio === 0n ? null : Number((ratio * 10n ** 18n) / minRatio) / 1e18;
}

/** What a stability pool that lacks the function means: nothing, unless an event of it names the owner. */
function requireDeposit({ interactions, interactionsFrom }: Context, pool: Address, deposit: bigint | undefined) {
  const isNamed = interactionsFrom !== undefined || interactions.some(({ contract }) => contract === pool);
  if (deposit === undefined && isNamed) throw new ReadError(`the deposit at ${pool} cannot be read`);
  return deposit ?? 0n;
}

async function readDeposit(context: Context, market: LiquityMarket): Promise<Position[]> {
  const { owner, tryRead } = context;
  const { collateral, debtToken, governanceToken, stabilityPool } = market;
  if (stabilityPool === undefined) return [];
  const of = { address: stabilityPool, abi: poolAbi, args: [owner] } as const;
  const [[own, other, gain = 0n, issued = 0n], [held, heldGain]] = await Promise.all([
    tryRead([
      { ...of, functionName: "getCompoundedLUSDDeposit" },
      { ...of, functionName: "getCompoundedDebtDeposit" },
      { ...of, functionName: "getDepositorETHGain" },
      { ...of, functionName: "getDepositorLQTYGain" },
    ]),
    readHeld(
      context,
      [debtToken, collateral].map((token) => ({ token, owner: stabilityPool })),
    ),
  ]);
  const deposit = requireDeposit(context, stabilityPool, own ?? other);
  const rewards = [
    { token: collateral, rawAmount: min(gain, heldGain ?? 0n) },
    ...(governanceToken === undefined ? [] : [{ token: governanceToken, rawAmount: issued }]),
  ];
  return toPosition("Yield", stabilityPool, [{ token: debtToken, rawAmount: min(deposit, held ?? 0n) }], rewards);
}

/** Of several collaterals. */
async function readSharedDeposit(context: Context, market: LiquityMarket): Promise<Position[]> {
  const { owner, tryRead } = context;
  const { debtToken, stabilityPool } = market;
  if (stabilityPool === undefined) return [];
  const of = { address: stabilityPool, abi: poolAbi, args: [owner] } as const;
  const [[own, gains = []], [held]] = await Promise.all([
    tryRead([
      { ...of, functionName: "getCompoundedDebtDeposit" },
      { ...of, functionName: "getDepositorCollateralGain" },
    ]),
    readHeld(context, [{ token: debtToken, owner: stabilityPool }]),
  ]);
  const deposit = requireDeposit(context, stabilityPool, own);
  const rewards = await readGains(context, stabilityPool, gains);
  return toPosition("Yield", stabilityPool, [{ token: debtToken, rawAmount: min(deposit, held ?? 0n) }], rewards);
}

async function readGains(context: ReadContext<unknown>, pool: Address, gains: readonly bigint[]): Promise<Amount[]> {
  const rows = gains.flatMap((rawAmount, index) => (rawAmount === 0n ? [] : [{ rawAmount, index: BigInt(index) }]));
  const tokens = await context.readOnce(
    rows.map(
      ({ index }) => ({ address: pool, abi: poolAbi, functionName: "collateralTokens", args: [index] }) as const,
    ),
  );
  const held = await readHeld(
    context,
    tokens.map((token) => ({ token: toLower(token), owner: pool })),
  );
  return rows.map(({ rawAmount }, at) => ({ token: toLower(tokens[at]!), rawAmount: min(rawAmount, held[at] ?? 0n) }));
}

async function readStake(context: Context, market: LiquityMarket): Promise<Position[]> {
  const { owner, tryRead } = context;
  const { collateral, debtToken, governanceToken, staking } = market;
  if (staking === undefined || governanceToken === undefined) return [];
  const of = { address: staking, abi: stakingAbi, args: [owner] } as const;
  const [[stake = 0n, coll = 0n, debt = 0n], [heldStake = 0n, heldColl = 0n, heldDebt = 0n]] = await Promise.all([
    tryRead([
      { ...of, functionName: "stakes" },
      { ...of, functionName: "getPendingETHGain" },
      { ...of, functionName: "getPendingLUSDGain" },
    ]),
    readHeld(
      context,
      [governanceToken, collateral, debtToken].map((token) => ({ token, owner: staking })),
    ),
  ]);
  const rewards = [
    { token: collateral, rawAmount: min(coll, heldColl) },
    { token: debtToken, rawAmount: min(debt, heldDebt) },
  ];
  return toPosition("Staked", staking, [{ token: governanceToken, rawAmount: min(stake, heldStake) }], rewards);
}

function toPosition(name: "Staked" | "Yield", controller: Address, supplied: Amount[], earned: Amount[]): Position[] {
  const [supplies, rewards] = [supplied, earned].map((amounts) => amounts.filter(({ rawAmount }) => rawAmount > 0n));
  if (supplies!.length + rewards!.length === 0) return [];
  return [{ name, detail: { type: "common", supplies: supplies!, rewards: rewards! }, pool: { controller } }];
}
