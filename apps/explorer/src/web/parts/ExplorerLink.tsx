import { shortAddress } from "@portico/client";
import { useChains } from "../api/useChains.ts";
import { safeSite } from "./safeSite.ts";
import { SiteLink } from "./SiteLink.tsx";

interface ExplorerLinkProps {
  readonly chain: string;
  /** As the paths of chains' explorers have it. */
  readonly kind: "tx" | "address" | "token";
  readonly id: string;
  /** Says what it leads to by its address, and not where. */
  readonly isShort?: boolean;
  /** The sign alone; who listens hears where it leads. */
  readonly isBare?: boolean;
}

/** Leads to where the chain's own explorer shows it. Nothing for a chain of which none is known. */
export function ExplorerLink({ chain, kind, id, isShort = false, isBare = false }: ExplorerLinkProps) {
  const known = useChains().get(chain);
  const site = safeSite(`${known?.explorer_host ?? ""}/${kind}/${encodeURIComponent(id)}`);
  if (site === undefined) return null;
  if (isShort) return <SiteLink site={site}>{shortAddress(id)}</SiteLink>;
  return <SiteLink site={site}>{isBare ? <span className="unseen">On {site.host}</span> : `On ${site.host}`}</SiteLink>;
}
