import { chains as allChains } from "@portico/evm";
import { searchVerifiedTokens } from "@portico/store";
import { parseAddress } from "../../data/address.ts";
import { chainOf } from "../../data/catalogue.ts";
import { requireAnySynced, surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { readOwnerAt } from "../../data/past/readOwnerAt.ts";
import { byValue, createHolding, listHoldings, userToken, type Holding } from "../../data/portfolio/holdings.ts";
import { findTokenId } from "../../data/tokens/tokenId.ts";
import type { Deps, Operation } from "../../deps.ts";

/** Stated in the contract. */
const FOUND_MAX = 100;

/** GET /v1/user/token_search: held tokens, the most valuable first, then others by symbol. */
export const getUserTokenSearch: Operation<"getUserTokenSearch"> = async ({ query, reply }, deps) => {
  const { q, chain_id: chain = "", is_all: isAll, has_balance: isHeldOnly } = query;
  const slugs = chain === "" ? allChains.map(({ slug }) => slug) : [chain];
  const read = await readOwnerAt(deps, { owner: parseAddress(query.id), chains: slugs }, undefined);
  const survey = requireAnySynced(surveyChains(slugs, read.syncStatuses), read.syncStatuses);
  const holdings = await Promise.all(survey.synced.map((synced) => listHoldings(read.tokens, synced, read)));
  const held = holdings
    .flat()
    .filter(({ entry }) => (isAll || !entry.isDerived) && matches(entry.id, entry.token, q))
    .toSorted(byValue);
  const served = survey.synced.map(({ chain: { slug } }) => slug);
  const others = isHeldOnly ? [] : await findOthers(deps, { q, chains: served, held });
  return reply(200, [...held, ...others].slice(0, FOUND_MAX).map(userToken), chainsHeader(survey));
};

function matches(id: string, token: { readonly name: string | null; readonly symbol: string | null }, q: string) {
  const part = q.toLowerCase();
  return id === part || [token.name, token.symbol].some((text) => text?.toLowerCase().includes(part) === true);
}

interface Search {
  readonly q: string;
  readonly chains: readonly string[];
  readonly held: readonly Holding[];
}

/** The token with this id, and verified ones, without those that are held. */
async function findOthers({ db, tokens }: Pick<Deps, "db" | "tokens">, { q, chains, held }: Search) {
  const known = new Set(held.map(({ entry }) => `${entry.chainSlug} ${entry.id}`));
  const byId = chains.flatMap((slug) => {
    const address = findTokenId(q, chainOf(slug));
    return (address && tokens.find(slug, address)) ?? [];
  });
  const keys = await searchVerifiedTokens(db, { chains, text: q, limit: FOUND_MAX });
  const verified = keys.flatMap(({ chain, address }) => tokens.find(chain, address) ?? []);
  return [...new Set([...byId, ...verified])]
    .filter(({ chainSlug, id }) => !known.has(`${chainSlug} ${id}`))
    .map((entry) => createHolding(entry, 0n));
}
