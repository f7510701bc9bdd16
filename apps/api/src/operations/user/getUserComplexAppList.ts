import type { UserApp } from "@portico/contract";
import { listApps } from "@portico/protocols";
import { parseAddress } from "../../data/address.ts";
import { requireAnySynced, surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { parsePastPoint } from "../../data/past/pastPoint.ts";
import { readUserPortfolio, type ChainPortfolio } from "../../data/portfolio/portfolio.ts";
import { cacheable } from "../../cacheable.ts";

/** Chains with contracts of apps. */
const CHAINS = [...new Set(listApps().flatMap(({ chains }) => Object.keys(chains)))];

/** GET /v1/user/complex_app_list: apps on all chains with their contracts; most valuable first. */
export const getUserComplexAppList = cacheable<"getUserComplexAppList">(async ({ query, reply }, deps) => {
  const slugs = query.chain_ids ?? CHAINS;
  const ownerQuery = { owner: parseAddress(query.id), chains: slugs, kind: "app" } as const;
  const point = parsePastPoint(query, ownerQuery.chains);
  const { survey, syncStatuses, chains } = await readUserPortfolio(deps, { ...ownerQuery, point });
  // chains without applications don't count as ready
  const supported = slugs.filter((slug) => CHAINS.includes(slug));
  requireAnySynced(surveyChains(supported.length > 0 ? supported : slugs, syncStatuses), syncStatuses);
  return reply(200, toUserAppsResponse(chains), chainsHeader(survey, chains));
});

function toUserAppsResponse(chains: readonly ChainPortfolio[]): UserApp[] {
  const byApp = Map.groupBy(
    chains.flatMap(({ owned }) => owned),
    ({ deployed }) => deployed.id,
  );
  const apps = [...byApp.values()].map((parts) => {
    const items = parts.flatMap(({ positions }) => positions).toSorted((a, b) => b.netUsd - a.netUsd);
    const { id, adapter } = parts[0]!.deployed;
    const about = { id, name: adapter.name, logo_url: adapter.logoUrl ?? "", site_url: adapter.siteUrl };
    const netUsd = items.reduce((sum, item) => sum + item.netUsd, 0);
    const app = {
      ...about,
      has_supported_portfolio: true,
      portfolio_item_list: items.map((item) => item.toResponse()),
    };
    return { netUsd, app };
  });
  return apps.toSorted((a, b) => b.netUsd - a.netUsd || (a.app.id < b.app.id ? -1 : 1)).map(({ app }) => app);
}
