import { useChains } from "../api/useChains.ts";
import { coverageOf } from "./coverageOf.ts";
import type { SourceChain } from "./sourceLines.ts";
import { t } from "../languages/t.ts";

/** How much of an address's history is known, a line per chain; nothing where the index has it. */
export function HistoryCoverage({ chains }: { readonly chains: readonly SourceChain[] }) {
  const known = useChains();
  const shown = chains.flatMap((one) => {
    const coverage = coverageOf(one);
    return coverage === undefined ? [] : [{ chain: one.chain, coverage }];
  });
  if (shown.length === 0) return null;
  return (
    <div className="history-coverage quiet small" role="status" aria-live="polite">
      {shown.map(({ chain, coverage }) => (
        <p key={chain}>{t("parts.chainCoverage", { chain: known.get(chain)?.name ?? chain, coverage })}</p>
      ))}
    </div>
  );
}
