import { listOwnerChains } from "@portico/store";
import { parseAddress } from "../../data/address.ts";
import { surveyAll } from "../../data/chainSurvey.ts";
import { chainsHeader } from "../../data/chainsHeader.ts";
import { wireChain } from "../../data/wireChain.ts";
import type { Operation } from "../../deps.ts";

/** GET /v1/user/used_chain_list: synced chains that touched the owner, in the contract's order. */
export const getUserUsedChainList: Operation<"getUserUsedChainList"> = async ({ query, reply }, { db }) => {
  const owner = parseAddress(query.id);
  const [survey, used] = await Promise.all([surveyAll(db), listOwnerChains(db, owner)]);
  const bornAt = new Map(used.map((row) => [row.chain, row.bornAt]));
  const list = survey.synced.flatMap(({ chain, since }) => {
    const firstLegAt = bornAt.get(chain.id);
    if (firstLegAt === undefined) return [];
    return [{ ...wireChain(chain, true), born_at: since > 0n ? null : firstLegAt }]; // before `since` there may be more
  });
  return reply(200, list, chainsHeader(survey));
};
