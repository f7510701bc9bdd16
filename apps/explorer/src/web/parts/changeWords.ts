const SHARE = new Intl.NumberFormat("en", { style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** From next to nothing to anything is more per cent than anybody reads. */
const [MOST, MOST_WORDS] = [100, "10,000%"];

/** How much a change is, whichever way it went: 0.05 as "5.00%". */
export function changeWords(fraction: number): string {
  const size = Math.abs(fraction);
  return size > MOST ? `>${MOST_WORDS}` : SHARE.format(size);
}
