import { chains } from "@portico/evm";
import { listChainStates } from "@portico/store";
import { surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { wireChain } from "../../data/chains/wireChain.ts";
import { keepable } from "../../keepable.ts";

/** GET /v1/chain/list: all of the contract's, served or not. */
export const getChainList = keepable<"getChainList">(async ({ reply }, { db, chainRpcs }) => {
  const states = await listChainStates(db);
  const since = new Map(states.map(({ chain, startBlock }) => [chain, startBlock]));
  const survey = surveyChains(
    chains.map(({ id }) => id),
    states,
  );
  return reply(
    200,
    chains.map((chain) => wireChain(chain, since.get(chain.id), chainRpcs.find(chain.id) !== undefined)),
    chainsHeader(survey),
  );
});
