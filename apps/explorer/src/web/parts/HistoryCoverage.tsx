import { useChains } from "../api/useChains.ts";
import { coverageOf } from "./coverageOf.ts";
import type { SourceChain } from "./sourceLines.ts";

/** How much of an address's history is known, a line per chain; nothing where the index has it. */
export function HistoryCoverage({ chains }: { readonly chains: readonly SourceChain[] }) {
  const known = useChains();
  const lines = chains.flatMap((one) => ({ chain: one.chain, text: coverageOf(one) }));
  const shown = lines.filter(({ text }) => text !== undefined);
  if (shown.length === 0) return null;
  return (
    <div className="history-coverage quiet small" role="status" aria-live="polite">
      {shown.map(({ chain, text }) => (
        <p key={chain}>
          {known.get(chain)?.name ?? chain}: {text}.
        </p>
      ))}
    </div>
  );
}
