import { chains } from "@portico/evm";
import { listChainStates } from "@portico/store";
import { surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { toChainResponse } from "../../data/chains/toChainResponse.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /v1/chain/list: all of the contract's, served or not. */
export const getChainList = cacheable<"getChainList">(async ({ reply }, { db, chainRpcs }) => {
  const states = await listChainStates(db);
  const since = new Map(states.map(({ chain, startBlock }) => [chain, startBlock]));
  const survey = surveyChains(
    chains.map(({ slug }) => slug),
    states,
  );
  return reply(
    200,
    chains.map((chain) => toChainResponse(chain, since.get(chain.slug), chainRpcs.find(chain.slug) !== undefined)),
    chainsHeader(survey),
  );
});
