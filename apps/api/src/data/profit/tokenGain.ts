import { toAmount } from "@portico/evm";
import type { Movement } from "@portico/store";
import { createLots, type CostMethod } from "./costLots.ts";

/** What is known of a token's cost and gain. Base units and USD. */
export interface TokenGain {
  /** Of what is held and has a known cost. */
  readonly pricedRaw: bigint;
  readonly costUsd: number;
  /** Held, without a known cost. */
  readonly unpricedRaw: bigint;
  readonly realizedUsd: number;
  /** Left, with a known gain. */
  readonly soldRaw: bigint;
  /** Left, without a known cost or price. */
  readonly unpricedSoldRaw: bigint;
  readonly feeUsd: number;
  /** Whether the movements explain the balance, and each has a price. */
  readonly isExplained: boolean;
}

interface Held {
  /** Of the token now. */
  readonly rawAmount: bigint;
  readonly decimals: number;
}

/**
 * The gain of a token by its movements, the oldest first. What is held beyond them was held before the first, at an
 * unknown cost; what is missing from them left after the last.
 */
export function computeGain(
  movements: readonly Movement[],
  { rawAmount, decimals }: Held,
  method: CostMethod,
): TokenGain {
  const lots = createLots(method);
  const before = rawAmount - movements.reduce((sum, one) => sum + one.rawAmount, 0n);
  let [realizedUsd, soldRaw, unpricedSoldRaw, feeUsd] = [0, 0n, 0n, 0];
  const sell = (sold: bigint, price: number): void => {
    let rest = sold;
    for (const part of lots.remove(sold)) {
      rest -= part.rawAmount;
      if (part.usd === undefined || price === 0) unpricedSoldRaw += part.rawAmount;
      else {
        soldRaw += part.rawAmount;
        realizedUsd += toAmount(part.rawAmount, decimals) * price - part.usd;
      }
    }
    unpricedSoldRaw += rest; // more than was held, as far as it is known
  };
  if (before > 0n) lots.add({ rawAmount: before, usd: undefined });
  for (const { rawAmount: moved, kind, usd } of movements) {
    const price = kind === "unexplained" ? 0 : usd;
    if (moved > 0n) lots.add({ rawAmount: moved, usd: price === 0 ? undefined : toAmount(moved, decimals) * price });
    else if (moved < 0n) sell(-moved, price);
    if (kind === "fee") feeUsd += toAmount(-moved, decimals) * usd;
  }
  if (before < 0n) sell(-before, 0);
  const { priced, unpriced } = lots.sum();
  return {
    pricedRaw: priced.rawAmount,
    costUsd: priced.usd,
    unpricedRaw: unpriced,
    realizedUsd,
    soldRaw,
    unpricedSoldRaw,
    feeUsd,
    isExplained: before === 0n && unpriced === 0n && unpricedSoldRaw === 0n,
  };
}
