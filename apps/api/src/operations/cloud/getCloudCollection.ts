import { listCatalogueCollections } from "@portico/store";
import { chainOf, parseCollectionId, readCatalogueQuery, toPage } from "../../data/catalogue.ts";
import { nftCollection } from "../../data/nfts/nftItem.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /cloud/collection */
export const getCloudCollection = cacheable<"getCloudCollection">(async ({ query, reply }, { db }) => {
  const question = await readCatalogueQuery(db, query);
  const known = await listCatalogueCollections(db, toPage(question, parseCollectionId));
  return reply(
    200,
    known.map(({ chain, address, collection }) => nftCollection(chainOf(chain), { contract: address, collection })),
    question.headers,
  );
});
