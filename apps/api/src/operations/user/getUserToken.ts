import { findChain } from "@portico/evm";
import { parseAddress } from "../../data/address.ts";
import { requireSynced } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { parsePastPoint } from "../../data/past/pastPoint.ts";
import { readOwnerAt } from "../../data/past/readOwnerAt.ts";
import { createHolding, userToken } from "../../data/portfolio/holdings.ts";
import { parseTokenId, toHeldToken } from "../../data/tokens/tokenId.ts";
import { quote, ServiceError } from "../../errors.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /v1/user/token: 0 for a token that the owner never had. */
export const getUserToken = cacheable<"getUserToken">(async ({ query, reply }, deps) => {
  const owner = parseAddress(query.id);
  const chain = findChain(query.chain_id);
  const token = chain && toHeldToken(parseTokenId(query.token_id, chain), chain);
  const ownerQuery = { owner, chains: [query.chain_id], token };
  const { tokens, ...read } = await readOwnerAt(deps, ownerQuery, parsePastPoint(query, ownerQuery.chains));
  const synced = requireSynced(query.chain_id, read.syncStatuses);
  const [balance] = read.balances;
  const held = balance?.token ?? (token && tokens.find(synced.chain.slug, token)?.token.address);
  const [entry] = held === undefined ? [] : await tokens.resolve(synced.chain, [held]);
  if (entry === undefined) {
    throw new ServiceError("token_not_found", `Unknown token ${quote(query.token_id)} on '${synced.chain.slug}'`);
  }
  const holding = createHolding(entry, balance?.rawAmount ?? 0n);
  return reply(200, userToken(holding), chainsHeader({ synced: [synced] }));
});
