import { listChainStates } from "@portico/store";
import { surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { parseTokenUuids } from "../../data/tokens/parseTokenUuids.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /v1/token/list_by_uuids: in the requested order, deduplicated, without unknown ones. */
export const getTokenListByUuids = cacheable<"getTokenListByUuids">(async ({ query, reply }, { db, tokens }) => {
  const states = await listChainStates(db);
  const keys = parseTokenUuids(query.uuids, states);
  const known = keys.flatMap(({ chain, address }) => tokens.find(chain.slug, address)?.toResponse() ?? []);
  return reply(200, known, chainsHeader(surveyChains([...new Set(keys.map(({ chain }) => chain.slug))], states)));
});
