import { shortAddress } from "@portico/client";
import type { Token } from "@portico/contract";
import { searchVerifiedTokens } from "@portico/store";
import { readDataApi } from "../readDataApi.ts";
import { type Ranked, rankOf } from "./ranked.ts";
import { listServedChains, nameChain, type SearchSources } from "./searchSources.ts";

/** The data API describes so many at once. */
const MAX_KEYS = 100;
const MAX_FOUND = 6;

/**
 * Tokens of trusted lists whose symbol or name has a text: others are found by their contract only, since anybody can
 * give a token any name.
 */
export async function findTokens({ db, api }: SearchSources, text: string): Promise<Ranked[]> {
  const chains = (await listServedChains(db)).map(({ chain }) => chain);
  const keys = await searchVerifiedTokens(db, { chains, text, limit: MAX_KEYS, isLikeliestFirst: true });
  if (keys.length === 0) return [];
  const uuids = keys.map(({ chain, address }) => `${chain}:${address}`).join(",");
  const answer = await readDataApi<readonly Token[]>(api, "/v1/token/list_by_uuids", { uuids });
  return (answer?.data ?? [])
    .map((token) => ({ token, rank: rankOf([token.symbol, token.optimized_symbol, token.name], text) }))
    .toSorted((a, b) => a.rank - b.rank || valueOf(b.token) - valueOf(a.token))
    .slice(0, MAX_FOUND)
    .map(({ token: { chain, id, optimized_symbol: symbol, name }, rank }) => ({
      rank,
      hit: {
        kind: "token",
        path: `/token/${chain}/${id}`,
        label: symbol || shortAddress(id),
        name: name === "" ? null : name,
        chain: nameChain(chain),
      },
    }));
}

const valueOf = ({ price, total_supply: supply }: Token): number => price * (supply ?? 0);
