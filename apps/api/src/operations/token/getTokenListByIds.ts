import { listChainStates } from "@portico/store";
import { requireServed, surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { parseTokenId } from "../../data/tokens/tokenId.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /v1/token/list_by_ids: in the requested order, deduplicated, without unknown ones. */
export const getTokenListByIds = cacheable<"getTokenListByIds">(async ({ query, reply }, { db, tokens }) => {
  const states = await listChainStates(db);
  const chain = requireServed(query.chain_id, states);
  const addresses = new Set(query.ids.map((id) => parseTokenId(id, chain)));
  const known = [...addresses].flatMap((address) => tokens.find(chain.slug, address)?.toResponse() ?? []);
  return reply(200, known, chainsHeader(surveyChains([chain.slug], states)));
});
