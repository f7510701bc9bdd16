import type { Answer } from "../api/explorerApi.ts";

export type SourceChain = Answer<unknown>["meta"]["chains"][number];

/** What a price rests on. */
export interface SourcePrice {
  readonly symbol: string;
  /** USD for one whole token; 0 when none is known. */
  readonly price: number;
  /** When the newest of what it rests on was said on the chain, unix seconds; null when not known. */
  readonly priceAt: number | null | undefined;
}

/** Whether a chain's part of an answer is in its figures; else why not. */
export function gapOf({ isFailed, isUnserved, isUnread, isSyncing }: SourceChain): string | undefined {
  if (isUnserved) return "not served here";
  if (isFailed) return "could not be read this time";
  if (isUnread) return "being read for the first time";
  return isSyncing ? "still being indexed" : undefined;
}

/** Those that say something about a figure: what isn't served here was never asked. */
export const toldChains = (chains: readonly SourceChain[], only: string | undefined): SourceChain[] =>
  chains.filter(({ chain, isUnserved }) => (only === undefined ? !isUnserved : chain === only));

/** Whether nothing at all is in a figure: then its 0 is no 0. @param only - The figure's only chain; all of the answer where absent. */
export function isNothingRead(chains: readonly SourceChain[], only: string | undefined): boolean {
  const told = toldChains(chains, only);
  return (only !== undefined || told.length > 0) && told.every((one) => gapOf(one) !== undefined);
}

const STEPS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** "3 minutes", "1 day": a span of seconds in its largest whole unit. */
export function spanWords(seconds: number): string {
  const [unit, length] = STEPS.find(([, least]) => seconds >= least) ?? ["second", 1];
  const count = Math.max(0, Math.floor(seconds / length));
  return `${count.toLocaleString("en")} ${unit}${count === 1 ? "" : "s"}`;
}

/** How old a price was at the block that the figure was read at: by the chain's time, not by a clock. */
export function priceAgeWords(priceAt: number, blockTimeAt: number | undefined): string | undefined {
  if (blockTimeAt === undefined) return undefined;
  return priceAt >= blockTimeAt ? "at that block" : `${spanWords(blockTimeAt - priceAt)} before that block`;
}
