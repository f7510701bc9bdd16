import { chains } from "@portico/evm";
import { readCatalogueQuery, sortById, takePage } from "../../data/catalogue.ts";
import { wireChain } from "../../data/chains/wireChain.ts";
import { keepable } from "../../keepable.ts";

/** GET /cloud/chain/list: all of the contract's, served or not. */
export const getCloudChainList = keepable<"getCloudChainList">(async ({ query, reply }, { db, chainRpcs }) => {
  const question = await readCatalogueQuery(db, query);
  const since = new Map(question.states.map(({ chain, startBlock }) => [chain, startBlock]));
  const page = takePage(question, sortById(chains));
  return reply(
    200,
    page.map((chain) => wireChain(chain, since.get(chain.id), chainRpcs.find(chain.id) !== undefined)),
    question.headers,
  );
});
