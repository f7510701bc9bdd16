import { chains } from "@portico/evm";
import { listChainStates } from "@portico/store";
import { wireChain } from "../../data/wireChain.ts";
import type { Operation } from "../../deps.ts";

/** GET /v1/chain/list: all of the contract's, served or not. */
export const getChainList: Operation<"getChainList"> = async ({ reply }, { db }) => {
  const served = new Set((await listChainStates(db)).map(({ chain }) => chain));
  return reply(
    200,
    chains.map((chain) => wireChain(chain, served.has(chain.id))),
  );
};
