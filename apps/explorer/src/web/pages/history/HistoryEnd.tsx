import { useChains } from "../../api/useChains.ts";
import type { SourceChain } from "../../parts/sourceLines.ts";
import { t } from "../../languages/t.ts";

/** The end of a history, and where older transactions are not indexed, and not collected either. */
export function HistoryEnd({ count, chains }: { readonly count: number; readonly chains: readonly SourceChain[] }) {
  const known = useChains();
  const late = chains.filter(
    ({ sinceBlock, history, isUnserved }) => sinceBlock !== undefined && history === undefined && !isUnserved,
  );
  return (
    <footer className="history-end">
      <p>{t("history.end", { count })}</p>
      {late.map(({ chain, sinceBlock = 0 }) => (
        <p key={chain}>{t("history.indexedSince", { chain: known.get(chain)?.name ?? chain, block: sinceBlock })}</p>
      ))}
    </footer>
  );
}
