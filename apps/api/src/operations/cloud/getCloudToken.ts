import type { Token } from "@portico/contract";
import { listCatalogueTokens } from "@portico/store";
import { chainOf, readCatalogueQuery, toPage } from "../../data/catalogue.ts";
import { findTokenId } from "../../data/tokens/tokenId.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /cloud/token */
export const getCloudToken = cacheable<"getCloudToken">(async ({ query, reply }, { db, tokens }) => {
  const question = await readCatalogueQuery(db, query);
  const keys = await listCatalogueTokens(db, toPage(question, findTokenId));
  const found: Token[] = [];
  for (const [slug, ofChain] of Map.groupBy(keys, ({ chain }) => chain)) {
    const entries = await tokens.resolve(
      chainOf(slug),
      ofChain.map(({ address }) => address),
    );
    found.push(...entries.map((entry) => entry.toResponse()));
  }
  return reply(200, found, question.headers);
});
