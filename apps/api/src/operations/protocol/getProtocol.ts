import { listChainStates } from "@portico/store";
import { surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /v1/protocol: of any chain, served or not. */
export const getProtocol = cacheable<"getProtocol">(async ({ query, reply }, { db, protocols }) => {
  const { id, chain } = protocols.get(query.id);
  const survey = surveyChains([chain], await listChainStates(db));
  return reply(200, protocols.toResponse(id), chainsHeader(survey));
});
