import { parseAddress } from "../../data/address.ts";
import { requireAnySynced, surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { listUserNfts } from "../../data/nfts/nfts.ts";
import { parsePastPoint } from "../../data/past/pastPoint.ts";
import { readNftsAt } from "../../data/past/readNftsAt.ts";
import type { Operation } from "../../deps.ts";

/** GET /v1/user/all_nft_list: by chain, contract and inner id. */
export const getUserAllNftList: Operation<"getUserAllNftList"> = async ({ query, reply }, deps) => {
  const owner = parseAddress(query.id);
  const nftQuery = { owner, chains: query.chain_ids, isVerifiedOnly: !query.is_all };
  const { tokens, ...read } = await readNftsAt(deps, nftQuery, parsePastPoint(query, query.chain_ids));
  const survey = requireAnySynced(surveyChains(query.chain_ids, read.syncStatuses), read.syncStatuses);
  const byId = survey.synced.toSorted((a, b) => (a.chain.slug < b.chain.slug ? -1 : 1));
  const perChain = await Promise.all(byId.map((synced) => listUserNfts({ ...deps, tokens }, synced, read)));
  return reply(200, perChain.flat(), chainsHeader(survey));
};
