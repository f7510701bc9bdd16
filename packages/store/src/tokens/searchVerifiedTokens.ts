import { sql } from "kysely";
import { fromBytea, type Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import type { CatalogueKey } from "./catalogue.ts";

export type TokenSearch = {
  chains: readonly string[];
  /** Part of the name or symbol, in any letter case; no pattern. */
  text: string;
  limit: number;
  /** Those whose symbol is the text come first, then those whose symbol or name begins with it. */
  isLikeliestFirst?: boolean;
};

/** Verified tokens whose name or symbol contains a text, by symbol. Reads all verified ones of the chains (token_verified). */
export async function searchVerifiedTokens(db: Store, query: TokenSearch): Promise<CatalogueKey[]> {
  const { chains, text, limit, isLikeliestFirst = false } = query;
  const part = text.toLowerCase();
  const rank = isLikeliestFirst
    ? sql`case when lower(symbol) = ${part} then 0 when starts_with(lower(symbol), ${part}) then 1
        when starts_with(lower(name), ${part}) then 2 else 3 end, `
    : sql``;
  const { rows } = await sql<{ chain: string; address: Bytea }>`
    select chain, address from token
    where is_verified and chain = any(${[...chains]}::text[])
      and (strpos(lower(symbol), ${part}) > 0 or strpos(lower(name), ${part}) > 0)
    order by ${rank}lower(symbol), chain, address limit ${limit}`.execute(db);
  return rows.map(({ chain, address }) => ({ chain, address: fromBytea(address) }));
}
