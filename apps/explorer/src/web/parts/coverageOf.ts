import { plainText } from "@portico/ui/browser";
import type { SourceChain } from "./sourceLines.ts";
import { t } from "../languages/t.ts";

const MAX_REASON = 200;

/**
 * How much is known of an address's transactions on a chain, as a sentence without its end; undefined where the index has
 * all that it can have.
 */
export function coverageOf({ chain, block, sinceBlock = 0, ...known }: SourceChain): string | undefined {
  const { history, isCollecting, historyReason } = known;
  const reason = historyReason === undefined ? undefined : plainText(historyReason, MAX_REASON);
  if (history === undefined) return undefined;
  if (isCollecting) return collecting(sinceBlock, block);
  if (history === "complete") return t("parts.allKnown");
  const since = { block: sinceBlock };
  if (history === "partial")
    return reason === undefined ? t("parts.partlyKnown", since) : t("parts.partlyKnownWhy", { ...since, reason });
  const id = chain.toUpperCase();
  const settings = { explorer: `PORTICO_EXPLORER_${id}`, portal: `PORTICO_PORTAL_${id}` };
  return reason === undefined
    ? t("parts.transfersOnly", { ...since, ...settings })
    : t("parts.transfersOnlyWhy", { ...since, ...settings, reason });
}

/** With the part of the chain's blocks that is done. */
const collecting = (sinceBlock: number, block: number | undefined): string =>
  block === undefined || block === 0
    ? t("parts.collecting", { block: sinceBlock })
    : t("parts.collectingPart", { block: sinceBlock, percent: Math.floor(100 * (1 - sinceBlock / block)) });
