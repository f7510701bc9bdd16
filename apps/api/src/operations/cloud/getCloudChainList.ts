import { chains } from "@portico/evm";
import { readCatalogueQuery, sortById, takePage } from "../../data/catalogue.ts";
import { toChainResponse } from "../../data/chains/toChainResponse.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /cloud/chain/list: all of the contract's, served or not. */
export const getCloudChainList = cacheable<"getCloudChainList">(async ({ query, reply }, { db, chainRpcs }) => {
  const question = await readCatalogueQuery(db, query);
  const since = new Map(question.states.map(({ chain, startBlock }) => [chain, startBlock]));
  const page = takePage(question, sortById(chains.map((chain) => ({ id: chain.slug, chain }))));
  return reply(
    200,
    page.map(({ chain }) => toChainResponse(chain, since.get(chain.slug), chainRpcs.find(chain.slug) !== undefined)),
    question.headers,
  );
});
