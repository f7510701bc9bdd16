import type { Random } from "@portico/devnet";

/** The demand for block space before a block. */
export interface Demand {
  /** Gas that would be sent at a price of zero, in multiples of the block gas target. */
  readonly targets: number;
  /** Share of the senders that bid against each other: for a mint or a liquidation. */
  readonly urgent: number;
}

/** By block number. */
export type Regime = (random: Random) => (block: number) => Demand;

/** The regime stays in its initial state until this block. */
export const WARM_UP = 80;
/** Number of blocks measured after that. */
export const MEASURED = 80;

const USUAL = 1.8;
const FEW_URGENT = 0.05;

const noisy = (random: Random, value: number): number => value * Math.exp(0.5 * random.normal());

const ramp =
  (from: number, to: number): Regime =>
  (random) =>
  (block) => {
    const way = Math.min(1, Math.max(0, block - WARM_UP) / MEASURED);
    return { targets: noisy(random, from * (to / from) ** way), urgent: FEW_URGENT };
  };

/** A burst starts in one of 25 blocks, is 3 to 12 times the base demand, and lasts 1 to 6 blocks. */
const spikes: Regime = (random) => {
  let [left, height] = [0, 1];
  return () => {
    if (left === 0 && random.chance(0.04)) [left, height] = [random.int(1, 6), random.magnitude(3, 12)];
    const isBurst = left > 0;
    left = Math.max(0, left - 1);
    return { targets: noisy(random, isBurst ? USUAL * height : USUAL), urgent: isBurst ? 0.3 : FEW_URGENT };
  };
};

export const regimes = {
  calm: ramp(USUAL, USUAL),
  rising: ramp(USUAL, 200),
  spikes,
  falling: ramp(200, 0.5),
} as const satisfies Record<string, Regime>;

export type RegimeName = keyof typeof regimes;
export const REGIMES: readonly RegimeName[] = ["calm", "rising", "spikes", "falling"];
