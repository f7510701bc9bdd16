import type { SearchHit } from "../../facts.ts";
import { BLOCK, CONTRACT, HASH } from "../subjectIds.ts";
import { findAddress } from "./findAddress.ts";
import { findBlocks } from "./findBlocks.ts";
import { findName } from "./findName.ts";
import { createProtocolSearch } from "./protocolSearch.ts";
import type { SearchSources } from "./searchSources.ts";
import type { Ranked } from "./ranked.ts";
import { findTokens } from "./findTokens.ts";
import { findTransactions } from "./findTransactions.ts";

/** Length of the longest name that is looked up. */
const MAX_LENGTH = 255;
const LEAST_LENGTH = 2;
const NAME = /^[^\s/\\?#]+\.[^\s/\\?#.]{2,}$/u;
const MAX_HITS = 12;

/** Finds what a text may stand for, the likeliest first. */
export type SubjectSearch = (text: string) => Promise<SearchHit[]>;

export function createSubjectSearch(sources: SearchSources): SubjectSearch {
  const findProtocol = createProtocolSearch(sources);
  return async (given) => {
    const text = given.trim().slice(0, MAX_LENGTH);
    const id = text.toLowerCase();
    if (HASH.test(id)) return await findTransactions(sources, id);
    const address = /^[0-9a-f]{40}$/.test(id) ? `0x${id}` : id;
    if (CONTRACT.test(address)) return await findAddress(sources, address);
    if (id.startsWith("0x") || text.length < LEAST_LENGTH) return BLOCK.test(id) ? await findBlocks(sources, id) : [];
    if (NAME.test(text)) return await findName(sources, id);
    const number = id.replaceAll(/[,_\s]/g, "");
    const [blocks, tokens, protocols] = await Promise.all([
      BLOCK.test(number) ? findBlocks(sources, number) : [],
      findTokens(sources, text),
      findProtocol(text),
    ]);
    return [...blocks, ...interleave(tokens, protocols)].slice(0, MAX_HITS);
  };
}

/** Those that are called exactly so come first, whatever they are. */
function interleave(tokens: readonly Ranked[], protocols: readonly Ranked[]): SearchHit[] {
  const all = [...tokens, ...protocols].toSorted((a, b) => a.rank - b.rank);
  return all.map(({ hit }) => hit);
}
