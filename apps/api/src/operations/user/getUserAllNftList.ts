import { readOwnerNfts } from "@portico/store";
import { parseAddress } from "../../data/address.ts";
import { requireAnySynced, surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { listUserNfts } from "../../data/nfts/nfts.ts";
import type { Operation } from "../../deps.ts";

/** GET /v1/user/all_nft_list: by chain, contract and inner id. */
export const getUserAllNftList: Operation<"getUserAllNftList"> = async ({ query, reply }, deps) => {
  const owner = parseAddress(query.id);
  const read = await readOwnerNfts(deps.db, { owner, chains: query.chain_ids, isVerifiedOnly: !query.is_all });
  const survey = requireAnySynced(surveyChains(query.chain_ids, read.syncStatuses), read.syncStatuses);
  const byId = survey.synced.toSorted((a, b) => (a.chain.slug < b.chain.slug ? -1 : 1));
  const perChain = await Promise.all(byId.map((synced) => listUserNfts(deps, synced, read)));
  return reply(200, perChain.flat(), chainsHeader(survey));
};
