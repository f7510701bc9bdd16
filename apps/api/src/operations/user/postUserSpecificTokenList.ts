import { listChainStates } from "@portico/store";
import { parseAddress } from "../../data/address.ts";
import { requireAnySynced, surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { readOwnerAt } from "../../data/past/readOwnerAt.ts";
import { createHolding, listHoldings, userToken } from "../../data/portfolio/holdings.ts";
import { parseTokenUuids } from "../../data/tokens/parseTokenUuids.ts";
import { toHeldToken } from "../../data/tokens/tokenId.ts";
import type { Operation } from "../../deps.ts";

/** POST /v1/user/specific_token_list: in the requested order, also those that the owner does not hold. */
export const postUserSpecificTokenList: Operation<"postUserSpecificTokenList"> = async ({ body, reply }, deps) => {
  const owner = parseAddress(body.id);
  const keys = parseTokenUuids(body.uuids, await listChainStates(deps.db));
  const slugs = [...new Set(keys.map(({ chain }) => chain.slug))];
  await deps.ownerFollowing.follow(owner, slugs);
  const read = await readOwnerAt(deps, { owner, chains: slugs }, undefined);
  const survey = requireAnySynced(surveyChains(slugs, read.syncStatuses), read.syncStatuses);
  const holdings = await Promise.all(survey.synced.map((synced) => listHoldings(read.tokens, synced, read)));
  const held = new Map(holdings.flat().map((one) => [`${one.entry.chainSlug} ${one.entry.token.address}`, one]));
  const list = keys.flatMap(({ chain, address }) => {
    const token = toHeldToken(address, chain);
    const entry = deps.tokens.find(chain.slug, token);
    return held.get(`${chain.slug} ${token}`) ?? (entry === undefined ? [] : createHolding(entry, 0n));
  });
  return reply(200, list.map(userToken), chainsHeader(survey));
};
