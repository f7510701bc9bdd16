import { shortAddress } from "@portico/client";
import type { Token } from "@portico/contract";
import type { Address } from "@portico/evm";
import { listCatalogueCollections } from "@portico/store";
import type { SearchHit } from "../../facts.ts";
import { readDataApi } from "../readDataApi.ts";
import { listServedChains, nameChain, type SearchSources } from "./searchSources.ts";

/** What an address is: in any case an address, and perhaps a token or a collection. @param address - In lower case. */
export async function findAddress({ db, api }: SearchSources, address: string): Promise<SearchHit[]> {
  const chains = await listServedChains(db);
  const own: SearchHit = {
    kind: "address",
    path: `/address/${address}`,
    label: shortAddress(address),
    name: null,
    chain: null,
  };
  if (chains.length === 0) return [own];
  const uuids = chains.map(({ chain }) => `${chain}:${address}`).join(",");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked by the caller
  const among = chains.map(({ chain }) => ({ chain, address: address as Address }));
  const [tokens, collections] = await Promise.all([
    readDataApi<readonly Token[]>(api, "/v1/token/list_by_uuids", { uuids }),
    listCatalogueCollections(db, { among, start: 0, limit: chains.length }),
  ]);
  const isNft = new Set(collections.map(({ chain }) => chain));
  const asTokens = (tokens?.data ?? []).filter(({ chain }) => !isNft.has(chain));
  return [
    own,
    ...asTokens.map(({ chain, optimized_symbol: symbol }): SearchHit => {
      const label = symbol || shortAddress(address);
      return { kind: "token", path: `/token/${chain}/${address}`, label, name: null, chain: nameChain(chain) };
    }),
    ...collections.map(({ chain, collection }): SearchHit => {
      const label = collection.name === null || collection.name === "" ? shortAddress(address) : collection.name;
      const path = `/collection/${chain}/${address}`;
      return { kind: "collection", path, label, name: null, chain: nameChain(chain) };
    }),
  ];
}
