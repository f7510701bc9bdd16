import type { UserTotalBalance } from "@portico/contract";
import type { Address } from "@portico/evm";
import type { Deps } from "../../deps.ts";
import { requireAnySynced } from "../chains/chainSurvey.ts";
import { chainsHeader } from "../chains/chainsHeader.ts";
import { toChainResponse } from "../chains/toChainResponse.ts";
import type { PastPoint } from "../past/pastPoint.ts";
import { errProtocolIds, readUserPortfolio } from "./portfolio.ts";

/** The sum of an owner's net values on the synced ones of some chains; the others are named. With the header of the answer. */
export async function readTotalBalance(
  deps: Deps,
  query: { readonly owner: Address; readonly chains: readonly string[]; readonly point?: PastPoint | undefined },
): Promise<{ body: UserTotalBalance; headers: ReturnType<typeof chainsHeader> }> {
  const { survey, syncStatuses, chains } = await readUserPortfolio(deps, query);
  const chainList = chains.map(({ synced, netUsd }) => ({
    ...toChainResponse(synced.chain, synced.since, deps.chainRpcs.find(synced.chain.slug) !== undefined),
    usd_value: netUsd,
  }));
  const missing = [...survey.syncing, ...survey.unread];
  const body = {
    total_usd_value: chainList.reduce((sum, { usd_value }) => sum + usd_value, 0),
    chain_list: chainList,
    ...(missing.length > 0 && { err_chain_ids: missing.map(({ slug }) => slug) }),
    ...errProtocolIds(chains),
  };
  return { body, headers: chainsHeader(requireAnySynced(survey, syncStatuses), chains) };
}
