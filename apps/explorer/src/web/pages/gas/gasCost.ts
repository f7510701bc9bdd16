import type { GasPrice } from "@portico/client";
import { perLocale } from "@portico/ui/browser";
import { formatValue } from "../../currency/formatValue.ts";

const WEI = 1e18;

/** The gas of a plain transfer of coins: exactly this on every chain with Ethereum's gas schedule. */
export const TRANSFER_GAS = 21_000;
/** The approximate gas of a swap through one Uniswap V3 pool. */
export const SWAP_GAS = 150_000;

/**
 * The expected cost of a transaction in whole native coins: the next block's base fee and the tip, without the price's
 * headroom for a rising base fee; on chains without EIP-1559, the price itself.
 * @param gas - Units of gas. The L1 data fee is only known for a plain transfer.
 */
export function gasCost({ price, base_fee, priority_price, l1_data_fee }: GasPrice, gas: number): number {
  const perGas = isNumber(base_fee) && isNumber(priority_price) ? Math.min(price, base_fee + priority_price) : price;
  return (perGas * gas + (isNumber(l1_data_fee) ? l1_data_fee : 0)) / WEI;
}

/** Wei as gwei: 12.81, 0.0042. */
export const formatGwei = (wei: number): string => GWEI().format(wei / 1e9);

const GWEI = perLocale((locale) => new Intl.NumberFormat(locale, { maximumSignificantDigits: 4 }));
const isNumber = (value: number | null | undefined): value is number => typeof value === "number";

const LEAST_SHOWN = 0.01;

/** A cost in US dollars: "$1.20", "<$0.01"; "$0.00" if it is zero. */
export const formatCost = (usd: number): string =>
  usd > 0 && usd < LEAST_SHOWN ? `<${formatValue(LEAST_SHOWN)}` : formatValue(usd);

/** A wait in readable form: "12 s", "3 min", "2 h". */
export function formatWait(seconds: number | null | undefined): string {
  if (!isNumber(seconds)) return "unknown";
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
