import { findChain, toAmount } from "@portico/evm";
import { listChainStates, readTopHolders } from "@portico/store";
import { noChain, requireSynced } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { parseTokenId, toHeldToken } from "../../data/tokens/tokenId.ts";
import { quote, ServiceError } from "../../errors.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /v1/token/top_holders: by the exact amount, equal ones by address. */
export const getTokenTopHolders = cacheable<"getTokenTopHolders">(async ({ query, reply }, { db, tokens }) => {
  const { chain_id: slug, id, start, limit } = query;
  const chain = findChain(slug);
  if (chain === undefined) throw noChain(slug, await listChainStates(db));
  const token = toHeldToken(parseTokenId(id, chain), chain);
  const read = await readTopHolders(db, { chain: slug, token, start, limit });
  const synced = requireSynced(slug, read.syncStatuses);
  if (read.syncStatuses.some(({ chain: other, mode }) => other === slug && mode === "owners")) {
    throw new ServiceError(
      "upstream_error",
      `The holders of a token on '${slug}' are unknown: only the balances of requested owners are indexed there`,
    );
  }
  const isHeld = read.holders.length > 0;
  const [entry] = isHeld ? await tokens.resolve(chain, [token]) : [tokens.find(slug, token)];
  if (entry === undefined) {
    throw new ServiceError("token_not_found", `Unknown token ${quote(id)} on '${slug}'`);
  }
  const pairs = read.holders.map(({ owner, rawAmount }): [string, number] => [
    owner,
    toAmount(rawAmount, entry.decimals),
  ]);
  return reply(200, pairs, chainsHeader({ synced: [synced] }));
});
