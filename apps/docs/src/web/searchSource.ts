import MiniSearch, { type SearchResult } from "minisearch";
import { type Found, queryOf, searchOptions } from "./searchOptions.ts";

export type Hit = SearchResult & Found;
export type Search = (words: string) => readonly Hit[];

let loading: Promise<Search> | undefined;

/**
 * Loads the index on first use: it is inline on the results page, and a separate file for all others. A failed load is
 * retried.
 */
export function loadSearch(): Promise<Search> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<Search> {
  const inline = document.querySelector("#index")?.textContent;
  const index = MiniSearch.loadJSON<Found>(inline ?? (await fetchIndex()), searchOptions);
  return (words) => searchIn(index, words);
}

/** Rank factor of sections that contain every word. */
const WHOLE = 2;

/** Sections with any of the words, best first. */
export function searchIn(index: MiniSearch<Found>, words: string): readonly Hit[] {
  const search = (wanted: "every" | "any") => index.search(queryOf(words, wanted)) as unknown as readonly Hit[];
  const whole = new Set(search("every").map(({ id }) => id as unknown));
  const scoreOf = ({ id, score }: Hit): number => (whole.has(id) ? WHOLE * score : score);
  return search("any").toSorted((a, b) => scoreOf(b) - scoreOf(a));
}

async function fetchIndex(): Promise<string> {
  const response = await fetch("search.json");
  if (!response.ok) throw new Error(`search.json returned ${response.status}`);
  return response.text();
}

/** A page opened as a file can't fetch: only the results page can search then. */
export const canSearchHere = (): boolean => location.protocol !== "file:" || document.querySelector("#index") !== null;

export const resultsAddress = (words: string): string => `search.html?q=${encodeURIComponent(words)}`;
