import type { Hex } from "@portico/evm";
import { shortAddress } from "@portico/client";
import { findTransaction } from "@portico/store";
import type { SearchHit } from "../../facts.ts";
import { listServedChains, type SearchSources } from "./searchSources.ts";

/** The stored transaction with a hash, on whichever chain it is. @param hash - Of its form, in lower case. */
export async function findTransactions({ db }: SearchSources, hash: string): Promise<SearchHit[]> {
  const chains = await listServedChains(db);
  const found = await Promise.all(
    chains.map(async ({ chain, name }): Promise<SearchHit[]> => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked by the caller
      const transaction = await findTransaction(db, chain, hash as Hex);
      if (transaction === undefined) return [];
      const hit = { kind: "transaction", path: `/tx/${chain}/${hash}`, label: shortAddress(hash) } as const;
      return [{ ...hit, name: null, chain: name, block_height: Number(transaction.blockNumber) }];
    }),
  );
  return found.flat();
}
