import { shortAddress } from "@portico/client";
import type { NamedAddress } from "@portico/contract";
import type { SearchHit } from "../../facts.ts";
import { readDataApi } from "../readDataApi.ts";
import type { SearchSources } from "./searchSources.ts";

/** The address that an ENS name leads to. */
export async function findName({ api }: SearchSources, name: string): Promise<SearchHit[]> {
  const answer = await readDataApi<NamedAddress>(api, "/v1/name", { id: name });
  const address = answer?.data.address ?? null;
  if (address === null) return [];
  return [{ kind: "address", path: `/address/${address}`, label: name, name: shortAddress(address), chain: null }];
}
