import type { PortfolioItem, UserApp, UserProtocol } from "@portico/client";

/** A protocol or an application, with an address's positions in it. */
export interface Project {
  readonly id: string;
  readonly name: string;
  /** Undefined: it is outside the chains. */
  readonly chain: string | undefined;
  readonly siteUrl: string;
  readonly assetUsdValue: number;
  /** Positive. */
  readonly debtUsdValue: number;
  readonly netUsdValue: number;
  readonly items: readonly PortfolioItem[];
}

export const protocolProject = (protocol: UserProtocol): Project => ({
  id: protocol.id,
  name: protocol.name,
  chain: protocol.chain,
  siteUrl: protocol.site_url,
  assetUsdValue: protocol.asset_usd_value,
  debtUsdValue: protocol.debt_usd_value,
  netUsdValue: protocol.net_usd_value,
  items: protocol.portfolio_item_list,
});

export const appProject = ({ id, name, site_url: siteUrl, portfolio_item_list: items }: UserApp): Project => ({
  id,
  name,
  chain: undefined,
  siteUrl,
  assetUsdValue: sum(items, "asset_usd_value"),
  debtUsdValue: sum(items, "debt_usd_value"),
  netUsdValue: sum(items, "net_usd_value"),
  items,
});

const sum = (items: readonly PortfolioItem[], field: keyof PortfolioItem["stats"]): number =>
  items.reduce((total, { stats }) => total + stats[field], 0);

/** The id of a project's card on the page. */
export const projectAnchor = ({ id }: Project): string => `project-${id}`;
