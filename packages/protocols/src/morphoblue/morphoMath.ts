/** What a market holds, in base units of what it lends; shares have virtual ones added. */
export interface MarketState {
  supplyAssets: bigint;
  supplyShares: bigint;
  borrowAssets: bigint;
  borrowShares: bigint;
  /** Unix seconds. */
  updatedAt: bigint;
  /** Of the interest, with 18 decimals. */
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

/** e^(rate × seconds) − 1 by its first three terms, with 18 decimals, as MathLib.wTaylorCompounded rounds it. */
function compound(rate: bigint, seconds: bigint): bigint {
  const first = rate * seconds;
  const second = (first * first) / (2n * WAD);
  const third = (second * first) / (3n * WAD);
  return first + second + third;
}

/**
 * A market with its interest, as Morpho.sol counts it when the market is next used.
 * @param borrowRate - By second, with 18 decimals.
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
  /** Base units of what is lent for 10^36 of the collateral. */
  price: bigint;
  /** Of the collateral's worth that may be owed, with 18 decimals. */
  lltv: bigint;
  owed: bigint;
}

/** What may be owed over what is owed, as Morpho.sol rounds both: below 1 it can be liquidated. */
export const toHealth = ({ collateral, price, lltv, owed }: Secured): number => {
  const limit = (((collateral * price) / ORACLE_SCALE) * lltv) / WAD;
  return Number((limit * WAD) / owed) / 1e18;
};
