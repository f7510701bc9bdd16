import type { Slice } from "../../charts/DonutChart.tsx";

/** A part of the whole before it has its colour. */
export interface Part {
  readonly id: string;
  readonly name: string;
  /** USD; less than 0 where debts are more than what they are against. */
  readonly usdValue: number;
}

export interface Share extends Slice {
  /** Of all that is more than 0; 0 for what isn't. */
  readonly fraction: number;
}

const MOST = 6;
export const REST = "rest";

/** Orders parts by value, the small ones as one, and gives each its colour and its share. Parts of nothing are left out. */
export function sharesOf(parts: readonly Part[]): Share[] {
  const ranked = parts.filter(({ usdValue }) => usdValue !== 0).toSorted((a, b) => b.usdValue - a.usdValue);
  const whole = ranked.reduce((sum, { usdValue }) => sum + Math.max(0, usdValue), 0);
  const named = ranked.length > MOST ? ranked.slice(0, MOST - 1) : ranked;
  const others = ranked.slice(named.length);
  const shown = named.map((part, place) => ({ ...part, colour: `var(--plot-${place + 1})` }));
  if (others.length > 0)
    shown.push({
      id: REST,
      name: `${others.length} others`,
      usdValue: others.reduce((sum, { usdValue }) => sum + usdValue, 0),
      colour: "var(--plot-rest)",
    });
  return shown.map((part) => ({ ...part, fraction: whole > 0 ? Math.max(0, part.usdValue) / whole : 0 }));
}
