import { chains } from "@portico/evm";
import { surveyAll } from "../../data/chainSurvey.ts";
import { chainsHeader } from "../../data/chainsHeader.ts";
import { wireChain } from "../../data/wireChain.ts";
import type { Operation } from "../../deps.ts";

/** GET /v1/chain/list: all of the contract's, served or not. */
export const getChainList: Operation<"getChainList"> = async ({ reply }, { db }) => {
  const survey = await surveyAll(db);
  const unserved = new Set(survey.unserved);
  return reply(
    200,
    chains.map((chain) => wireChain(chain, !unserved.has(chain))),
    chainsHeader(survey),
  );
};
