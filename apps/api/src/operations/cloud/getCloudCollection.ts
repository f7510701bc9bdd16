import type { NftCollection } from "@portico/contract";
import type { Address } from "@portico/evm";
import { listCatalogueCollections, type CatalogueCollection } from "@portico/store";
import { chainOf, parseCollectionId, readCatalogueQuery, toPage } from "../../data/catalogue.ts";
import { surveyChains } from "../../data/chains/chainSurvey.ts";
import { readLowestSales } from "../../data/nfts/lowestSales.ts";
import { nftCollection } from "../../data/nfts/nftItem.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /cloud/collection */
export const getCloudCollection = cacheable<"getCloudCollection">(async ({ query, reply }, deps) => {
  const question = await readCatalogueQuery(deps.db, query);
  const known = await listCatalogueCollections(deps.db, toPage(question, parseCollectionId));
  const byChain = Map.groupBy(known, ({ chain }) => chain);
  const { synced } = surveyChains([...byChain.keys()], question.states);
  const lowest = new Map<string, ReadonlyMap<Address, number>>();
  for (const one of synced) {
    const contracts = (byChain.get(one.chain.slug) ?? []).map(({ address }) => address);
    lowest.set(one.chain.slug, await readLowestSales(deps, one, contracts));
  }
  const toResponse = ({ chain, address, collection }: CatalogueCollection): NftCollection =>
    nftCollection(chainOf(chain), { contract: address, collection }, lowest.get(chain)?.get(address) ?? null);
  return reply(200, known.map(toResponse), question.headers);
});
