import { onFirstUse } from "@portico/ui/browser";
const SMALLEST = 1e-9;
const FEW = onFirstUse(() => new Intl.NumberFormat("en", { maximumSignificantDigits: 4, notation: "standard" }));
const SOME = onFirstUse(() => new Intl.NumberFormat("en", { maximumFractionDigits: 4 }));
const MANY = onFirstUse(() => new Intl.NumberFormat("en", { maximumFractionDigits: 0 }));
const VERY_MANY = onFirstUse(() => new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 2 }));

/** An amount of whole tokens in readable form: 1.2, 3,040, 0.0005123, 1.25B. For display only. */
export function formatAmountText(amount: number): string {
  const size = Math.abs(amount);
  if (!Number.isFinite(amount)) return "unknown";
  if (size === 0) return "0";
  if (size < SMALLEST) return `${amount < 0 ? "-" : ""}<0.000000001`;
  if (size < 1) return FEW().format(amount);
  if (size < 10_000) return SOME().format(amount);
  if (size < 1e9) return MANY().format(amount);
  return size < 1e15 ? VERY_MANY().format(amount) : amount.toExponential(2);
}
