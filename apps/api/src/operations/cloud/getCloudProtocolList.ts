import type { Deployed } from "@portico/protocols";
import { readCatalogueQuery, sortById, takePage } from "../../data/catalogue.ts";
import { cacheable } from "../../cacheable.ts";

/** The table's lists never change. */
const sorted = new WeakMap<readonly Deployed[], readonly Deployed[]>();

function listSorted(list: readonly Deployed[]): readonly Deployed[] {
  const known = sorted.get(list) ?? sortById(list);
  sorted.set(list, known);
  return known;
}

/** GET /cloud/protocol/list */
export const getCloudProtocolList = cacheable<"getCloudProtocolList">(async ({ query, reply }, { db, protocols }) => {
  const question = await readCatalogueQuery(db, query);
  const known = question.chains.flatMap((chain) => listSorted(protocols.list(chain.slug)));
  return reply(
    200,
    takePage(question, known).map(({ id }) => protocols.toResponse(id)),
    question.headers,
  );
});
