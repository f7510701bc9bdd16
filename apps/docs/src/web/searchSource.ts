import MiniSearch, { type SearchResult } from "minisearch";
import { type Found, searchOptions } from "./searchOptions.ts";

export type Hit = SearchResult & Found;
export type Search = (words: string) => readonly Hit[];

let loading: Promise<Search> | undefined;

/** The index is loaded when it is first asked for: it stands in the page for results, and beside all others. What failed is tried again. */
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
  return (words) => index.search(words) as unknown as Hit[];
}

async function fetchIndex(): Promise<string> {
  const response = await fetch("search.json");
  if (!response.ok) throw new Error(`search.json is ${response.status}`);
  return response.text();
}

/** A page that was opened as a file may not fetch: then only the page for results can search. */
export const canSearchHere = (): boolean => location.protocol !== "file:" || document.querySelector("#index") !== null;

export const resultsAddress = (words: string): string => `search.html?q=${encodeURIComponent(words)}`;
