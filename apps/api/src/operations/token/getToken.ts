import { listChainStates } from "@portico/store";
import { requireServed, requireSynced, surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { parseTokenId } from "../../data/tokens/tokenId.ts";
import { quote, ServiceError } from "../../errors.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /v1/token */
export const getToken = cacheable<"getToken">(async ({ query, reply }, { db, tokens }) => {
  const states = await listChainStates(db);
  const chain = requireServed(query.chain_id, states);
  const entry = tokens.find(chain.slug, parseTokenId(query.id, chain));
  if (entry !== undefined) return reply(200, entry.toResponse(), chainsHeader(surveyChains([chain.slug], states)));
  requireSynced(chain.slug, states); // before that, an unknown one may exist
  throw new ServiceError("token_not_found", `Unknown token ${quote(query.id)} on '${chain.slug}'`);
});
