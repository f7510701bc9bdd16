import type { Random } from "@portico/pocket";

/** Who wants to send how much before a block. */
export interface Demand {
  /** Gas that would be sent if gas cost nothing, in blocks' targets. */
  readonly targets: number;
  /** Share of the senders that bid against each other: for a mint, a liquidation. */
  readonly urgent: number;
}

/** By the number of the block. */
export type Regime = (random: Random) => (block: number) => Demand;

/** Until this block things are as they begin. */
export const WARM_UP = 80;
/** From then on, this many blocks are looked at. */
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

/** A burst starts at one block of 25, is 3 to 12 times what was, and lasts 1 to 6 blocks. */
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
