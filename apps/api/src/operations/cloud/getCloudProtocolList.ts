import { readCatalogueQuery, sortById, takePage } from "../../data/catalogue.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /cloud/protocol/list */
export const getCloudProtocolList = cacheable<"getCloudProtocolList">(async ({ query, reply }, { db, protocols }) => {
  const question = await readCatalogueQuery(db, query);
  const known = question.chains.flatMap((chain) => sortById(protocols.list(chain.slug)));
  return reply(
    200,
    takePage(question, known).map(({ id }) => protocols.toResponse(id)),
    question.headers,
  );
});
