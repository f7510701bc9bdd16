import { useSyncExternalStore } from "react";

/** Another currency than the US dollar, which values are shown in. */
export interface ShownCurrency {
  /** ISO 4217, or the symbol of a coin. */
  readonly id: string;
  /** US dollars for one unit. */
  readonly usdPrice: number;
}

const KEY = "portico:currency";
export const DOLLAR = "USD";

const listeners = new Set<() => void>();
let chosen = read();
let shown: ShownCurrency | undefined;

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const announce = (): void => listeners.forEach((listener) => listener());

/** The visitor's choice, kept in this browser if it allows that. */
export function chooseCurrency(id: string): void {
  chosen = id;
  if (shown?.id !== id) shown = undefined;
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // without storage the choice lasts as long as the page
  }
  announce();
}

/** Shows values in a currency from now on; undefined: in US dollars, because no rate is known. */
export function showCurrency(next: ShownCurrency | undefined): void {
  shown = next;
  announce();
}

export const shownCurrency = (): ShownCurrency | undefined => shown;
export const useShownCurrency = (): ShownCurrency | undefined => useSyncExternalStore(subscribe, shownCurrency);
export const useChosenCurrency = (): string => useSyncExternalStore(subscribe, () => chosen);

function read(): string {
  try {
    const stored = localStorage.getItem(KEY) ?? DOLLAR;
    return /^[A-Z]{3}$/.test(stored) ? stored : DOLLAR;
  } catch {
    return DOLLAR;
  }
}
