import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import type { SafeSite } from "./safeSite.ts";
import { t } from "../languages/t.ts";

interface SiteLinkProps {
  readonly site: SafeSite;
  /** Instead of the host's name. */
  readonly children?: ReactNode;
}

/** A link to a third-party site, without a referrer. */
export const SiteLink = ({ site, children = site.host }: SiteLinkProps) => (
  <a href={site.href} target="_blank" rel="noopener noreferrer" className="site-link nowrap">
    {children} <ExternalLink size={12} aria-hidden />
    <span className="unseen"> {t("parts.newTab")}</span>
  </a>
);
