import { useChains } from "../../api/useChains.ts";
import type { SourceChain } from "../../parts/sourceLines.ts";

/** The end of a history, and where older transactions are not indexed, and not collected either. */
export function HistoryEnd({ count, chains }: { readonly count: number; readonly chains: readonly SourceChain[] }) {
  const known = useChains();
  const late = chains.filter(
    ({ sinceBlock, history, isUnserved }) => sinceBlock !== undefined && history === undefined && !isUnserved,
  );
  return (
    <footer className="history-end">
      <p>End of the history: {count === 1 ? "one transaction" : `${count.toLocaleString("en")} transactions`}.</p>
      {late.map(({ chain, sinceBlock = 0 }) => (
        <p key={chain}>
          {known.get(chain)?.name ?? chain} is indexed from block {sinceBlock.toLocaleString("en")} on: older
          transactions aren't shown.
        </p>
      ))}
    </footer>
  );
}
