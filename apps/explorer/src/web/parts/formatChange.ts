import { onFirstUse } from "@portico/ui/browser";
const SHARE = onFirstUse(
  () => new Intl.NumberFormat("en", { style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);
/** A change from almost zero has more per cent than is meaningful. */
const [MAX, MAX_WORDS] = [100, "10,000%"];

/** The absolute size of a change: 0.05 as "5.00%". */
export function formatChange(fraction: number): string {
  const size = Math.abs(fraction);
  return size > MAX ? `>${MAX_WORDS}` : SHARE().format(size);
}
