import { toAmount } from "@portico/evm";

/** A part of what is held, in base units, and what it cost in USD; undefined if that isn't known. */
export interface CostLot {
  readonly rawAmount: bigint;
  readonly usd: number | undefined;
}

/** What is held of a token, by what it cost. */
export interface CostLots {
  readonly add: (lot: CostLot) => void;
  /** Takes an amount out, in parts of known and of unknown cost; less, if less is held. */
  readonly remove: (rawAmount: bigint) => CostLot[];
  /** The sums of the parts of known, and of unknown cost. */
  readonly sum: () => { readonly priced: Required<CostLot> & { readonly usd: number }; readonly unpriced: bigint };
}

/** How the cost of what leaves is found. */
export type CostMethod = "average" | "fifo";

export const createLots = (method: CostMethod): CostLots => (method === "fifo" ? createQueue() : createPool());

/** What leaves has the average cost; of unknown cost is as large a share as of what is held. */
function createPool(): CostLots {
  let [rawAmount, usd, unpriced] = [0n, 0, 0n];
  return {
    add: (lot) => {
      if (lot.usd === undefined) unpriced += lot.rawAmount;
      else [rawAmount, usd] = [rawAmount + lot.rawAmount, usd + lot.usd];
    },
    remove: (wanted) => {
      const held = rawAmount + unpriced;
      const taken = wanted < held ? wanted : held;
      if (taken === 0n) return [];
      const ofPriced = (taken * rawAmount) / held;
      const part = splitLot({ rawAmount, usd }, ofPriced);
      [rawAmount, usd] = [rawAmount - ofPriced, usd - part.usd];
      if (rawAmount === 0n) usd = 0; // instead of the last digits
      const ofUnpriced = taken - ofPriced;
      unpriced -= ofUnpriced;
      return [part, { rawAmount: ofUnpriced, usd: undefined }].filter((one) => one.rawAmount > 0n);
    },
    sum: () => ({ priced: { rawAmount, usd }, unpriced }),
  };
}

/** What has been held longest leaves first. */
function createQueue(): CostLots {
  const lots: CostLot[] = [];
  let first = 0;
  return {
    add: (lot) => void lots.push(lot),
    remove: (wanted) => {
      const parts: CostLot[] = [];
      for (let rest = wanted; rest > 0n;) {
        const lot = lots[first];
        if (lot === undefined) break;
        if (lot.rawAmount <= rest) {
          parts.push(lot);
          rest -= lot.rawAmount;
          first += 1;
        } else {
          const part =
            lot.usd === undefined ? { rawAmount: rest, usd: undefined } : splitLot({ ...lot, usd: lot.usd }, rest);
          parts.push(part);
          lots[first] = {
            rawAmount: lot.rawAmount - rest,
            usd: lot.usd === undefined ? undefined : lot.usd - (part.usd ?? 0),
          };
          rest = 0n;
        }
      }
      return parts;
    },
    sum: () => {
      let [rawAmount, usd, unpriced] = [0n, 0, 0n];
      for (const lot of lots.slice(first)) {
        if (lot.usd === undefined) unpriced += lot.rawAmount;
        else [rawAmount, usd] = [rawAmount + lot.rawAmount, usd + lot.usd];
      }
      return { priced: { rawAmount, usd }, unpriced };
    },
  };
}

/** A part of a lot, at most all, with its share of the cost. */
const splitLot = (lot: { rawAmount: bigint; usd: number }, rawAmount: bigint): { rawAmount: bigint; usd: number } => ({
  rawAmount,
  usd: lot.rawAmount === 0n ? 0 : lot.usd * (toAmount(rawAmount, 0) / toAmount(lot.rawAmount, 0)),
});
