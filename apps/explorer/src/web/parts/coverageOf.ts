import { plainText } from "@portico/ui/browser";
import type { SourceChain } from "./sourceLines.ts";

const MAX_REASON = 200;

/**
 * How much is known of an address's transactions on a chain, as a sentence without its end; undefined where the index has
 * all that it can have.
 */
export function coverageOf({ chain, block, sinceBlock = 0, ...known }: SourceChain): string | undefined {
  const { history, isCollecting, historyReason } = known;
  const since = `since block ${sinceBlock.toLocaleString("en")}`;
  const why = historyReason === undefined ? "" : `: ${plainText(historyReason, MAX_REASON)}`;
  if (history === undefined) return undefined;
  if (isCollecting) return `Transactions ${since}${progressOf(sinceBlock, block)}; older ones are being collected`;
  if (history === "complete") return "All transactions of this address are known";
  if (history === "partial") return `Transactions ${since}; older ones are unknown${why}`;
  const id = chain.toUpperCase();
  return `Only token transfers ${since}${why} (the operator can set PORTICO_EXPLORER_${id} or PORTICO_PORTAL_${id})`;
}

/** The part of the chain's blocks that is done. */
const progressOf = (sinceBlock: number, block: number | undefined): string =>
  block === undefined || block === 0 ? "" : ` (${Math.floor(100 * (1 - sinceBlock / block))} % of the chain)`;
