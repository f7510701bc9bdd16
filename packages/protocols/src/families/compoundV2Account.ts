import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext } from "../adapter.ts";
import type { Amount, Position, Supply } from "../position.ts";
import type { TryRead } from "../reader.ts";
import type { CompoundRewards } from "./compoundV2Rewards.ts";
import { readCompoundCover } from "./compoundV2Cover.ts";
import { toCovered } from "./cover.ts";
import type { Cover } from "./cover.ts";
import { readLiquidity, toOwnHealth } from "./compoundV2Liquidity.ts";
import { readVaiDebt } from "./vaiDebt.ts";
import { toLower } from "../toLower.ts";
import { ONE, marketAbi, readAssets, readMarkets, readRates } from "./compoundV2Markets.ts";
import type { CompoundV2Contracts } from "./compoundV2Markets.ts";

const comptrollerAbi = parseAbi([
  "function getAssetsIn(address account) view returns (address[])",
  "function oracle() view returns (address)",
  "function markets(address market) view returns (bool isListed, uint256 collateralFactor)",
  "function getEffectiveLtvFactor(address account, address market, uint8 weighting) view returns (uint256)",
]);
const oracleAbi = parseAbi(["function getUnderlyingPrice(address market) view returns (uint256)"]);

type Context = OwnerContext<CompoundV2Contracts>;

/** An owner in one market. */
export interface MarketAccount {
  asset: Address;
  rawShares: bigint;
  /** Like `readRates`. */
  rate: bigint;
  rawDebt: bigint;
  /**
   * Fraction of the collateral's value that secures debts, with 18 decimals; 0n in a market that the owner has not
   * entered; undefined if the comptroller does not report it.
   */
  factor: bigint | undefined;
  /** For 10^18 base units, by the comptroller's oracle; 0n: none. */
  price: bigint;
  /** Of the market's token, of forks. */
  cover?: Cover | undefined;
}

/** How a protocol's accounts are read. */
export interface CompoundAccountOptions {
  rewards?: CompoundRewards | undefined;
  /** The receipts of the owner are markets of this comptroller, and supplies count only as far as they are covered. */
  isFork?: boolean;
}

/** In two stages: the owner's markets, then the amounts. */
export async function readCompoundAccount(
  context: Context,
  { rewards, isFork = false }: CompoundAccountOptions = {},
): Promise<Position[]> {
  const { contracts, read, owner } = context;
  const { comptroller } = contracts;
  const [all, [entered, oracle]] = await Promise.all([
    isFork ? context.receipts : readMarkets(read, contracts),
    read([
      { address: comptroller, abi: comptrollerAbi, functionName: "getAssetsIn", args: [owner] },
      { address: comptroller, abi: comptrollerAbi, functionName: "oracle" },
    ]),
  ]);
  const secured = new Set(entered.map(toLower));
  const markets = [...new Set([...all.filter((market) => context.receipts.includes(market)), ...secured])];
  const [claims, accounts, stable, liquidity] = await Promise.all([
    rewards?.read(context, markets) ?? [],
    readAccounts(context, { markets, secured, oracle, isFork }),
    readVaiDebt(context),
    isFork ? readLiquidity(context, markets) : undefined,
  ]);
  const own = liquidity === undefined ? {} : { healthRate: toOwnHealth(accounts, liquidity) };
  return toPositions({ comptroller, accounts, stable, rewards: claims, ...own });
}

/** Markets of an owner. */
export interface MarketRef {
  markets: readonly Address[];
  secured: ReadonlySet<Address>;
  /** Undefined: prices are not read. */
  oracle: Address | undefined;
  isFork: boolean;
}

/** In one stage, two if assets are not cached. */
export async function readAccounts(
  context: Context,
  { markets, secured, oracle, isFork }: MarketRef,
): Promise<MarketAccount[]> {
  const { owner, read, tryRead, trySimulate } = context;
  const naming = readAssets(context, markets);
  const [assets, covers, rates, shares, stored, current, factors, prices] = await Promise.all([
    naming,
    isFork
      ? naming.then((named) => Promise.all(markets.map((market, at) => readCompoundCover(context, market, named[at]!))))
      : [],
    readRates(context, markets),
    read(markets.map((address) => ({ address, abi: marketAbi, functionName: "balanceOf", args: [owner] }) as const)),
    read(
      markets.map(
        (address) => ({ address, abi: marketAbi, functionName: "borrowBalanceStored", args: [owner] }) as const,
      ),
    ),
    trySimulate(
      markets.map(
        (address) => ({ address, abi: marketAbi, functionName: "borrowBalanceCurrent", args: [owner] }) as const,
      ),
    ),
    readFactors(context, markets, isFork),
    oracle === undefined
      ? []
      : tryRead(
          markets.map(
            (market) =>
              ({ address: oracle, abi: oracleAbi, functionName: "getUnderlyingPrice", args: [market] }) as const,
          ),
        ),
  ]);
  return markets.map((market, index) => ({
    asset: assets[index]!,
    rawShares: shares[index]!,
    rate: rates[index]!,
    rawDebt: current[index] ?? stored[index]!,
    factor: secured.has(market) ? factors[index] : 0n,
    price: prices[index] ?? 0n,
    cover: covers[index],
  }));
}

/** Venus uses the liquidation threshold, and the owner's e-mode; Compound the collateral factor alone. */
async function readFactors(
  { contracts, owner, read, tryRead }: Context,
  markets: readonly Address[],
  isFork: boolean,
): Promise<(bigint | undefined)[]> {
  const readListed: TryRead = isFork ? tryRead : read;
  const address = contracts.comptroller;
  const abi = comptrollerAbi;
  const [listed, effective] = await Promise.all([
    readListed(markets.map((market) => ({ address, abi, functionName: "markets", args: [market] }) as const)),
    tryRead(
      markets.map(
        (market) => ({ address, abi, functionName: "getEffectiveLtvFactor", args: [owner, market, 1] }) as const,
      ),
    ),
  ]);
  return listed.map((row, index) => effective[index] ?? row?.[1]);
}

/** What an owner has at a comptroller. */
export interface Found {
  comptroller: Address;
  accounts: readonly MarketAccount[];
  stable: Amount | undefined;
  rewards: Amount[];
  /** Default: computed by the factors and prices of the accounts. */
  healthRate?: number | null;
}

export function toPositions({ comptroller, accounts, stable, rewards, healthRate: reported }: Found): Position[] {
  const pool = { controller: toLower(comptroller) };
  const supplies = accounts.flatMap(({ asset, rawShares, rate, factor, cover }): Supply[] => {
    const rawAmount = toCovered(
      (rawShares * rate) / ONE,
      cover && { ...cover, rawClaims: (cover.rawClaims * rate) / ONE },
    );
    return rawAmount === 0n ? [] : [{ token: asset, rawAmount, isCollateral: factor !== 0n }];
  });
  const debts = accounts.map(({ asset, rawDebt }) => ({ token: asset, rawAmount: rawDebt }));
  const borrows = [...debts, ...(stable === undefined ? [] : [stable])].filter(({ rawAmount }) => rawAmount > 0n);
  if (supplies.length + borrows.length > 0) {
    const computed = reported === undefined ? toHealth(accounts, stable?.rawAmount ?? 0n) : reported;
    const healthRate = borrows.length === 0 ? null : computed;
    return [{ name: "Lending", detail: { type: "lending", supplies, borrows, rewards, healthRate }, pool }];
  }
  return rewards.length > 0 ? [{ name: "Rewards", detail: { type: "reward", rewards }, pool }] : [];
}

/**
 * Collateral over debt, each summed as in `getAccountLiquidity`, with interest up to the block: liquidity is their
 * difference, and liquidation begins below 1. Null if anything that counts has no price: then the comptroller
 * fails too.
 */
export function toHealth(accounts: readonly MarketAccount[], rawStable: bigint): number | null {
  let collateral = 0n;
  let debt = rawStable;
  for (const { rawShares, rate, rawDebt, factor, price } of accounts) {
    if (factor === undefined) return null;
    if (price === 0n && rawShares * factor + rawDebt > 0n) return null;
    collateral += (((((factor * rate) / ONE) * price) / ONE) * rawShares) / ONE;
    debt += (price * rawDebt) / ONE;
  }
  return debt === 0n ? null : Number((collateral * ONE) / debt) / 1e18;
}
