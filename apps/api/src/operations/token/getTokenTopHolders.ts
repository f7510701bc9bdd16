import { findChain, toAmount } from "@portico/evm";
import { listChainStates, readTopHolders } from "@portico/store";
import { noChain, requireSynced } from "../../data/chains/chainSurvey.ts";
import { readRequestedHolders } from "../../data/tokens/requestedHolders.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { parseTokenId, toHeldToken } from "../../data/tokens/tokenId.ts";
import { quote, ServiceError } from "../../errors.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /v1/token/top_holders: by the exact amount, equal ones by address. */
export const getTokenTopHolders = cacheable<"getTokenTopHolders">(async ({ query, reply }, deps) => {
  const { db, tokens } = deps;
  const { chain_id: slug, id, start, limit } = query;
  const chain = findChain(slug);
  if (chain === undefined) throw noChain(slug, await listChainStates(db));
  const token = toHeldToken(parseTokenId(id, chain), chain);
  const read = await readTopHolders(db, { chain: slug, token, start, limit });
  const synced = requireSynced(slug, read.syncStatuses);
  const isFull = !read.syncStatuses.some(({ chain: other, mode }) => other === slug && mode === "owners");
  const { holders, block } = isFull
    ? { holders: read.holders, block: synced }
    : await readRequestedHolders(deps, { chain: slug, token, start, limit }, synced);
  const isHeld = holders.length > 0;
  const [entry] = isHeld ? await tokens.resolve(chain, [token]) : [tokens.find(slug, token)];
  if (entry === undefined) {
    throw new ServiceError("token_not_found", `Unknown token ${quote(id)} on '${slug}'`);
  }
  const pairs = holders.map(({ owner, rawAmount }): [string, number] => [owner, toAmount(rawAmount, entry.decimals)]);
  return reply(200, pairs, chainsHeader({ synced: [block] }));
});
