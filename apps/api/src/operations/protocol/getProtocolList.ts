import { listChainStates } from "@portico/store";
import { requireServed, surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /v1/protocol/list */
export const getProtocolList = cacheable<"getProtocolList">(async ({ query, reply }, { db, protocols }) => {
  const states = await listChainStates(db);
  const { slug } = requireServed(query.chain_id, states);
  return reply(200, protocols.toListResponse([slug]), chainsHeader(surveyChains([slug], states)));
});
