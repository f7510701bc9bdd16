import { getChain as getChainMetadata } from "@portico/evm";
import { listChainStates } from "@portico/store";
import { surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { toChainResponse } from "../../data/chains/toChainResponse.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /v1/chain */
export const getChain = cacheable<"getChain">(async ({ query, reply }, { db, chainRpcs }) => {
  const chain = getChainMetadata(query.id);
  const states = await listChainStates(db);
  const state = states.find((one) => one.chain === chain.slug);
  const response = toChainResponse(chain, state?.startBlock, chainRpcs.find(chain.slug) !== undefined);
  return reply(200, response, chainsHeader(surveyChains([chain.slug], states)));
});
