import { useChainName } from "../api/useChains.ts";
import { Picture } from "./Picture.tsx";

/** A chain's logo and name. @param isBare - The logo only, labelled for screen readers. */
export function ChainBadge({ chain, isBare = false }: { readonly chain: string; readonly isBare?: boolean }) {
  const name = useChainName(chain);
  return (
    <span className="chain-badge" title={isBare ? name : undefined}>
      <Picture src={`/explorer/images/chain/${encodeURIComponent(chain)}`} name={name} id={chain} size={16} />
      <span className={isBare ? "unseen" : undefined}>{name}</span>
    </span>
  );
}
