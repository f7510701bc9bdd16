import type { Slice } from "../../charts/DonutChart.tsx";
import { t } from "../../languages/t.ts";

/** A part of the whole, before it gets a colour. */
export interface Part {
  readonly id: string;
  readonly name: string;
  /** USD; negative if debts exceed assets. */
  readonly usdValue: number;
}

export interface Share extends Slice {
  /** Of the sum of all positive parts; 0 for others. */
  readonly fraction: number;
}

const MAX = 6;
export const REST = "rest";
const REST_COLOUR = "var(--plot-rest)";

/**
 * Orders parts by value, sums up the small ones, and adds each part's colour and share. Zero parts are left out; debts
 * are listed separately.
 */
export function sharesOf(parts: readonly Part[]): Share[] {
  const ranked = parts.filter(({ usdValue }) => usdValue !== 0).toSorted((a, b) => b.usdValue - a.usdValue);
  const held = ranked.filter(({ usdValue }) => usdValue > 0);
  const whole = sumUsd(held);
  const named = held.length > MAX ? held.slice(0, MAX - 1) : held;
  const others = held.slice(named.length);
  const shown = named.map((part, index) => ({ ...part, colour: `var(--plot-${index + 1})` }));
  if (others.length > 0)
    shown.push({
      id: REST,
      name: t("overview.others", { count: others.length }),
      usdValue: sumUsd(others),
      colour: REST_COLOUR,
    });
  const debts = ranked.slice(held.length).map((part) => ({ ...part, colour: REST_COLOUR, fraction: 0 }));
  return [...shown.map((part) => ({ ...part, fraction: part.usdValue / whole })), ...debts];
}

const sumUsd = (parts: readonly Part[]): number => parts.reduce((sum, { usdValue }) => sum + usdValue, 0);
