import { shortAddress } from "@portico/client";
import { useChains } from "../api/useChains.ts";
import { safeSite } from "./safeSite.ts";
import { SiteLink } from "./SiteLink.tsx";
import { t } from "../languages/t.ts";

interface ExplorerLinkProps {
  readonly chain: string;
  /** As in the paths of block explorers. */
  readonly kind: "tx" | "address" | "token" | "block";
  readonly id: string;
  /** Labels the link with its address instead of the site. */
  readonly isShort?: boolean;
  /** The icon only, labelled for screen readers. */
  readonly isBare?: boolean;
}

/** A link to the chain's block explorer. Nothing if none is known for the chain. */
export function ExplorerLink({ chain, kind, id, isShort = false, isBare = false }: ExplorerLinkProps) {
  const known = useChains().get(chain);
  const site = safeSite(`${known?.explorer_host ?? ""}/${kind}/${encodeURIComponent(id)}`);
  if (site === undefined) return null;
  if (isShort) return <SiteLink site={site}>{shortAddress(id)}</SiteLink>;
  const text = t("parts.onSite", { site: site.host });
  return <SiteLink site={site}>{isBare ? <span className="unseen">{text}</span> : text}</SiteLink>;
}
