import { getChain as getChainFacts } from "@portico/evm";
import { listChainStates } from "@portico/store";
import { surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { wireChain } from "../../data/chains/wireChain.ts";
import { keepable } from "../../keepable.ts";

/** GET /v1/chain */
export const getChain = keepable<"getChain">(async ({ query, reply }, { db, chainRpcs }) => {
  const chain = getChainFacts(query.id);
  const states = await listChainStates(db);
  const state = states.find((one) => one.chain === chain.id);
  const wire = wireChain(chain, state?.startBlock, chainRpcs.find(chain.id) !== undefined);
  return reply(200, wire, chainsHeader(surveyChains([chain.id], states)));
});
