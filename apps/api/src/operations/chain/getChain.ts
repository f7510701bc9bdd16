import { getChain as getChainFacts } from "@portico/evm";
import { findChainState } from "@portico/store";
import { wireChain } from "../../data/wireChain.ts";
import type { Operation } from "../../deps.ts";

/** GET /v1/chain */
export const getChain: Operation<"getChain"> = async ({ query, reply }, { db }) => {
  const chain = getChainFacts(query.id);
  const state = await findChainState(db, chain.id);
  return reply(200, wireChain(chain, state !== undefined));
};
