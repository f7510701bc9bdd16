import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext, PoolContext, ReadContext } from "../../adapter.ts";
import type { Amount, PoolState, Position, Supply } from "../../position.ts";
import { ReadError } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { toCovered } from "../cover.ts";

/** State-changing calls are only simulated: interest accrues up to the block. Versions differ in `addInterest`. */
const pairAbi = parseAbi([
  "function asset() view returns (address)",
  "function collateralContract() view returns (address)",
  "function balanceOf(address owner) view returns (uint256)",
  "function userBorrowShares(address owner) view returns (uint256)",
  "function userCollateralBalance(address owner) view returns (uint256)",
  "function totalCollateral() view returns (uint256)",
  "function totalAsset() view returns (uint128 amount, uint128 shares)",
  "function totalBorrow() view returns (uint128 amount, uint128 shares)",
  "function maxLTV() view returns (uint256)",
  "function addInterest()",
  "function addInterest(bool returnAccounting)",
  "function updateExchangeRate()",
]);
/** With two rates since version 2: the higher one decides solvency. */
const ratesAbi = parseAbi([
  "function exchangeRateInfo() view returns (address oracle, uint32 maxOracleDeviation, uint184 lastTimestamp, uint256 low, uint256 high)",
]);
const rateAbi = parseAbi(["function exchangeRateInfo() view returns (uint32 lastTimestamp, uint224 exchangeRate)"]);

const RATE_SCALE = 10n ** 18n;
const LTV_SCALE = 100_000n;

interface Total {
  amount: bigint;
  shares: bigint;
}

interface PairState {
  asset: Address;
  collateral: Address;
  lent: Total;
  borrowed: Total;
  rawCollateral: bigint;
  /** What the pair holds. */
  cash: bigint;
  heldCollateral: bigint;
  /** Collateral for 10^18 of the asset; undefined if no version's view responds. */
  rate: bigint | undefined;
}

/** An owner's shares, debt and collateral in one pair. */
export async function readPairAccount(context: OwnerContext<unknown>, pair: Address): Promise<Position[]> {
  const of = { address: pair, abi: pairAbi, args: [context.owner] } as const;
  const [state, [shares, debtShares, rawSecured, maxLtv]] = await Promise.all([
    readPair(context, pair),
    context.read([
      { ...of, functionName: "balanceOf" },
      { ...of, functionName: "userBorrowShares" },
      { ...of, functionName: "userCollateralBalance" },
      { address: pair, abi: pairAbi, functionName: "maxLTV" },
    ]),
  ]);
  const { asset, collateral, lent, borrowed, rawCollateral, cash, heldCollateral, rate } = state;
  const owed = toAmountUp(debtShares, borrowed);
  const claims = [
    { rawAmount: toAmountDown(shares, lent), cover: { rawCover: cash + borrowed.amount, rawClaims: lent.amount } },
    { rawAmount: rawSecured, cover: { rawCover: heldCollateral, rawClaims: rawCollateral } },
  ];
  const supplies = claims.flatMap(({ rawAmount, cover }, index): Supply[] => {
    const isCollateral = index === 1;
    const covered = toCovered(rawAmount, cover);
    return covered === 0n ? [] : [{ token: isCollateral ? collateral : asset, rawAmount: covered, isCollateral }];
  });
  const borrows: Amount[] = owed === 0n ? [] : [{ token: asset, rawAmount: owed }];
  if (supplies.length + borrows.length === 0) return [];
  const healthRate = toHealth({ owed, rawSecured, rate, maxLtv });
  return [{ name: "Lending", detail: { type: "lending", supplies, borrows, healthRate }, pool: { controller: pair } }];
}

/** All that is lent and all collateral. */
export async function readPairPool(context: PoolContext<unknown>, pair: Address): Promise<PoolState> {
  const { asset, collateral, lent, borrowed, rawCollateral, cash, heldCollateral } = await readPair(context, pair);
  const rawLent = toCovered(lent.amount, { rawCover: cash + borrowed.amount, rawClaims: lent.amount });
  const rawSecured = toCovered(rawCollateral, { rawCover: heldCollateral, rawClaims: rawCollateral });
  const lending = { token: asset, rawAmount: rawLent };
  return {
    pool: { controller: pair },
    name: "Lending",
    contracts: [pair],
    supplies: [lending, { token: collateral, rawAmount: rawSecured }],
    rawShares: lent.shares,
    depositors: { by: "receipt", token: pair, supplies: [lending] },
  };
}

async function readPair(context: ReadContext<unknown>, address: Address): Promise<PairState> {
  const of = { address, abi: pairAbi } as const;
  const tokens = context.readOnce([
    { ...of, functionName: "asset" },
    { ...of, functionName: "collateralContract" },
  ]);
  const [named, held, [rawCollateral], [, , , lent, borrowed, rates, rate]] = await Promise.all([
    tokens,
    tokens.then((pair) =>
      context.read(
        pair.map((token) => ({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [address] }) as const),
      ),
    ),
    context.read([{ ...of, functionName: "totalCollateral" }]),
    context.trySimulate([
      { ...of, functionName: "addInterest", args: [] },
      { ...of, functionName: "addInterest", args: [false] },
      { ...of, functionName: "updateExchangeRate" },
      { ...of, functionName: "totalAsset" },
      { ...of, functionName: "totalBorrow" },
      { address, abi: ratesAbi, functionName: "exchangeRateInfo" },
      { address, abi: rateAbi, functionName: "exchangeRateInfo" },
    ]),
  ]);
  if (lent === undefined || borrowed === undefined)
    throw new ReadError(`totalAsset or totalBorrow of ${address} fails`);
  return {
    asset: toLower(named[0]),
    collateral: toLower(named[1]),
    lent: { amount: lent[0], shares: lent[1] },
    borrowed: { amount: borrowed[0], shares: borrowed[1] },
    rawCollateral,
    cash: held[0]!,
    heldCollateral: held[1]!,
    rate: rates?.[4] ?? rate?.[1],
  };
}

const toAmountDown = (shares: bigint, total: Total): bigint =>
  total.shares === 0n ? shares : (shares * total.amount) / total.shares;
const toAmountUp = (shares: bigint, total: Total): bigint => {
  const amount = toAmountDown(shares, total);
  return total.amount > 0n && (amount * total.shares) / total.amount < shares ? amount + 1n : amount;
};

interface Debt {
  owed: bigint;
  rawSecured: bigint;
  rate: bigint | undefined;
  /** With 5 decimals; 0n: no limit. */
  maxLtv: bigint;
}

/** The limit over the loan's part of its collateral, as the pair computes it: below 1 it can be liquidated. */
function toHealth({ owed, rawSecured, rate, maxLtv }: Debt): number | null {
  if (owed === 0n || rate === undefined || maxLtv === 0n) return null;
  if (rawSecured === 0n) return 0;
  const ltv = (((owed * rate) / RATE_SCALE) * LTV_SCALE) / rawSecured;
  return ltv === 0n ? null : Number(maxLtv) / Number(ltv);
}
