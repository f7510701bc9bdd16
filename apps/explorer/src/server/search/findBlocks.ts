import { findBlockAt } from "@portico/store";
import type { SearchHit } from "../../facts.ts";
import { listServedChains, type SearchSources } from "./searchSources.ts";

const MAX = 6;

/** The stored blocks with a number. @param number - Digits. */
export async function findBlocks({ db }: SearchSources, number: string): Promise<SearchHit[]> {
  const chains = await listServedChains(db);
  const found = await Promise.all(
    chains.map(async ({ chain, name }): Promise<SearchHit[]> => {
      const block = await findBlockAt(db, chain, BigInt(number));
      if (block === undefined) return [];
      return [{ kind: "block", path: `/block/${chain}/${number}`, label: number, name: null, chain: name }];
    }),
  );
  return found.flat().slice(0, MAX);
}
