import type { Protocol } from "@portico/contract";
import QuickLRU from "quick-lru";
import { findProtocols } from "../../findProtocols.ts";
import { readDataApi } from "../readDataApi.ts";
import { type Ranked, rankOf } from "./ranked.ts";
import { nameChain, type SearchSources } from "./searchSources.ts";

const MAX_FOUND = 4;
/** The contract allows an hour. */
const KNOWN_MS = 600_000;

/** Protocols by a part of their name. The list of all is kept. */
export function createProtocolSearch({ api }: SearchSources): (text: string) => Promise<Ranked[]> {
  const known = new QuickLRU<"all", readonly Protocol[]>({ maxSize: 1, maxAge: KNOWN_MS });
  const readAll = async (): Promise<readonly Protocol[]> => {
    const cached = known.get("all");
    if (cached !== undefined) return cached;
    const answer = await readDataApi<readonly Protocol[]>(api, "/v1/protocol/all_list", {});
    if (answer !== undefined) known.set("all", answer.data);
    return answer?.data ?? [];
  };
  return async (text) =>
    findProtocols(await readAll(), text)
      .slice(0, MAX_FOUND)
      .map(({ id, name, chain }) => ({
        rank: rankOf([name], text),
        hit: { kind: "protocol", path: `/protocol/${id}`, label: name, name: null, chain: nameChain(chain) },
      }));
}
