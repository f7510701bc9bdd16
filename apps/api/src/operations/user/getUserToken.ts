import { findChain } from "@portico/evm";
import { readOwner } from "@portico/store";
import { parseAddress } from "../../data/address.ts";
import { requireSynced } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { createHolding, userToken } from "../../data/portfolio/holdings.ts";
import { parseTokenId, toHeldToken } from "../../data/tokens/tokenId.ts";
import { quote, ServiceError } from "../../errors.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /v1/user/token: 0 for a token that the owner never had. */
export const getUserToken = cacheable<"getUserToken">(async ({ query, reply }, { db, tokens, initialScans }) => {
  const owner = parseAddress(query.id);
  const chain = findChain(query.chain_id);
  const token = chain && toHeldToken(parseTokenId(query.token_id, chain), chain);
  const ownerQuery = { owner, chains: [query.chain_id], ...(token && { token }) };
  const read = await initialScans.afterInitialScan(ownerQuery, () => readOwner(db, ownerQuery));
  const synced = requireSynced(query.chain_id, read.syncStatuses);
  const [balance] = read.balances;
  const known = balance ? await tokens.resolve(synced.chain, [balance.token]) : [];
  const entry = known[0] ?? (token && tokens.find(synced.chain.slug, token));
  if (entry === undefined) {
    throw new ServiceError("token_not_found", `Unknown token ${quote(query.token_id)} on '${synced.chain.slug}'`);
  }
  const holding = createHolding(entry, balance?.rawAmount ?? 0n);
  return reply(200, userToken(holding), chainsHeader({ synced: [synced] }));
});
