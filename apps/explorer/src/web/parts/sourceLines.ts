import type { Answer } from "../api/explorerApi.ts";
import { perLocale } from "@portico/ui/browser";
import { t } from "../languages/t.ts";

export type SourceChain = Answer<unknown>["meta"]["chains"][number];

/** The source of a price. */
export interface SourcePrice {
  readonly symbol: string;
  /** USD for one whole token; 0 if unknown. */
  readonly price: number;
  /** Timestamp of its newest on-chain observation, unix seconds; null if unknown. */
  readonly priceAt: number | null | undefined;
}

/** Why a chain's part of a response is missing from its figures; undefined if it isn't. */
export function gapOf({ isFailed, isUnserved, isUnread, isSyncing }: SourceChain): string | undefined {
  if (isUnserved) return t("parts.notServed");
  if (isFailed) return t("parts.notRead");
  if (isUnread) return t("parts.firstRead");
  return isSyncing ? t("parts.indexing") : undefined;
}

/** The chains that matter for a figure: those that aren't served were never requested. */
export const reportedChains = (chains: readonly SourceChain[], only: string | undefined): SourceChain[] =>
  chains.filter(({ chain, isUnserved }) => (only === undefined ? !isUnserved : chain === only));

/**
 * Whether a figure includes nothing at all: then its 0 isn't a zero. @param only - The figure's only chain; all of the
 * response if absent.
 */
export function isNothingRead(chains: readonly SourceChain[], only: string | undefined): boolean {
  const reported = reportedChains(chains, only);
  return (only !== undefined || reported.length > 0) && reported.every((one) => gapOf(one) !== undefined);
}

const STEPS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

const SPANS = perLocale((locale) => {
  const formatOf = (unit: string) => new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" });
  return { day: formatOf("day"), hour: formatOf("hour"), minute: formatOf("minute"), second: formatOf("second") };
});

/** "3 minutes", "1 day": a span of seconds in its largest whole unit. */
export function formatSpan(seconds: number): string {
  const [unit, length] = STEPS.find(([, least]) => seconds >= least) ?? ["second", 1];
  const count = Math.max(0, Math.floor(seconds / length));
  return SPANS()[unit].format(count);
}

/** A price's age at the block of the figure: by the chain's time, not by a clock. */
export function formatPriceAge(priceAt: number, blockTimeAt: number | undefined): string | undefined {
  if (blockTimeAt === undefined) return undefined;
  return priceAt >= blockTimeAt
    ? t("parts.atThatBlock")
    : t("parts.beforeThatBlock", { span: formatSpan(blockTimeAt - priceAt) });
}
