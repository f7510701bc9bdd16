import type { GasWindow } from "./gasWindow.ts";

/** Of EIP-1559: an eighth per full block. Others grow less. */
const USUAL_GROWTH = 0.125;
/** Below it, rounding hides the rule. */
const EXACT_FEE = 10_000n;
/** Maximum deviation of observations from the fitted rule. */
const FIT_ERROR = 0.001;
const MIN_PAIRS = 4;
const MIN_VARIANCE = 0.002;

/**
 * Relative base fee increase after a full block: fitted to the window's base fees and
 * fullness, because chains set their own target and pace; EIP-1559's eighth if nothing fits.
 * @see https://eips.ethereum.org/EIPS/eip-1559
 */
export function estimateBaseFeeGrowth({ blocks, nextBaseFee }: Pick<GasWindow, "blocks" | "nextBaseFee">): number {
  const points = blocks.flatMap(({ baseFee, fullness }, index) => {
    const after = blocks[index + 1]?.baseFee ?? nextBaseFee;
    return baseFee < EXACT_FEE ? [] : [{ x: fullness, y: Number(after) / Number(baseFee) - 1 }];
  });
  const line = fitLine(points);
  if (line === undefined || points.some(({ x, y }) => Math.abs(line(x) - y) > FIT_ERROR)) return USUAL_GROWTH;
  return Math.min(Math.max(line(1), 0), USUAL_GROWTH);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Least squares; undefined with too few or too similar points. */
function fitLine(points: readonly Point[]): ((x: number) => number) | undefined {
  const mean = (of: (point: Point) => number): number => points.reduce((sum, p) => sum + of(p), 0) / points.length;
  const [x0, y0] = [mean(({ x }) => x), mean(({ y }) => y)];
  const variance = mean(({ x }) => (x - x0) ** 2);
  if (points.length < MIN_PAIRS || variance < MIN_VARIANCE) return undefined;
  const slope = mean(({ x, y }) => (x - x0) * (y - y0)) / variance;
  return (x) => y0 + slope * (x - x0);
}

const PARTS = 1_000_000n;

/** Rounded up, and increased by at least 1 wei if it grows: tiny fees rise in whole wei. */
export function growBaseFee(baseFee: bigint, growth: number): bigint {
  if (growth <= 0 || baseFee === 0n) return baseFee;
  const part = BigInt(Math.ceil(growth * Number(PARTS)));
  return baseFee + (baseFee * part + PARTS - 1n) / PARTS;
}
