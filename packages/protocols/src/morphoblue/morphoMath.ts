/** State of a market, in base units of its loan asset; shares include the virtual ones. */
export interface MarketState {
  supplyAssets: bigint;
  supplyShares: bigint;
  borrowAssets: bigint;
  borrowShares: bigint;
  /** Unix seconds. */
  updatedAt: bigint;
  /** Fraction of the interest, with 18 decimals. */
  fee: bigint;
}

const WAD = 10n ** 18n;
const VIRTUAL_SHARES = 10n ** 6n;
const VIRTUAL_ASSETS = 1n;
const ORACLE_SCALE = 10n ** 36n;

const divideUp = (value: bigint, by: bigint): bigint => (value + by - 1n) / by;

/** @see https://github.com/morpho-org/morpho-blue/blob/v1.0.0/src/libraries/SharesMathLib.sol */
export const toAssetsDown = (shares: bigint, assets: bigint, allShares: bigint): bigint =>
  (shares * (assets + VIRTUAL_ASSETS)) / (allShares + VIRTUAL_SHARES);

export const toAssetsUp = (shares: bigint, assets: bigint, allShares: bigint): bigint =>
  divideUp(shares * (assets + VIRTUAL_ASSETS), allShares + VIRTUAL_SHARES);

const toSharesDown = (assets: bigint, allAssets: bigint, allShares: bigint): bigint =>
  (assets * (allShares + VIRTUAL_SHARES)) / (allAssets + VIRTUAL_ASSETS);

/** e^(rate × seconds) − 1 by its first three terms, with 18 decimals, rounded like MathLib.wTaylorCompounded. */
function compound(rate: bigint, seconds: bigint): bigint {
  const first = rate * seconds;
  const second = (first * first) / (2n * WAD);
  const third = (second * first) / (3n * WAD);
  return first + second + third;
}

/**
 * A market with accrued interest, as Morpho.sol accrues it on its next use.
 * @param borrowRate - Per second, with 18 decimals.
 * @param timeAt - Unix seconds.
 */
export function accrue(state: MarketState, borrowRate: bigint, timeAt: number): MarketState {
  const seconds = BigInt(timeAt) - state.updatedAt;
  if (seconds <= 0n) return state;
  const interest = (state.borrowAssets * compound(borrowRate, seconds)) / WAD;
  const supplyAssets = state.supplyAssets + interest;
  const fee = (interest * state.fee) / WAD;
  const feeShares = state.fee === 0n ? 0n : toSharesDown(fee, supplyAssets - fee, state.supplyShares);
  return {
    ...state,
    supplyAssets,
    borrowAssets: state.borrowAssets + interest,
    supplyShares: state.supplyShares + feeShares,
    updatedAt: BigInt(timeAt),
  };
}

interface Secured {
  collateral: bigint;
  /** Base units of the loan asset for 10^36 of the collateral. */
  price: bigint;
  /** Maximum debt as a fraction of the collateral's worth, with 18 decimals. */
  lltv: bigint;
  owed: bigint;
}

/** Maximum debt over debt, both rounded as in Morpho.sol: below 1 it can be liquidated. */
export const toHealth = ({ collateral, price, lltv, owed }: Secured): number => {
  const limit = (((collateral * price) / ORACLE_SCALE) * lltv) / WAD;
  return Number((limit * WAD) / owed) / 1e18;
};
