import { chains } from "@portico/evm";
import { listChainStates } from "@portico/store";
import { readCodeList } from "../../data/readCodeList.ts";
import { parseAddress } from "../../data/address.ts";
import { requireAnySynced, surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import type { Operation } from "../../deps.ts";

const EVERY_CHAIN = chains.map(({ slug }) => slug);

/** GET /v1/user/code_list: what the address is on the synced chains, in the contract's order. */
export const getUserCodeList: Operation<"getUserCodeList"> = async ({ query, reply }, deps) => {
  const address = parseAddress(query.id);
  const states = await listChainStates(deps.db);
  const survey = requireAnySynced(surveyChains(query.chain_ids ?? EVERY_CHAIN, states), states);
  const list = await readCodeList(
    deps,
    address,
    survey.synced.map(({ chain }) => chain.slug),
  );
  return reply(200, list, chainsHeader(survey));
};
