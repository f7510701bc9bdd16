import { hitLink } from "./hitItem.ts";
import { loadSearch } from "./searchSource.ts";

/** On the results page: shows the results of `?q=`, or a hint. */
export async function showResults(): Promise<void> {
  const list = document.querySelector("ul.results");
  const words = new URLSearchParams(location.search).get("q") ?? "";
  const title = document.querySelector("main h1");
  const advice = document.querySelector<HTMLElement>(".advice");
  if (list === null || title === null || advice === null) return;
  advice.hidden = words !== "";
  if (words === "") return;
  const input = document.querySelector<HTMLInputElement>(".search input");
  if (input !== null) input.value = words;
  const search = await loadSearch();
  const hits = search(words).slice(0, 50);
  title.textContent = hits.length === 0 ? `Nothing found for “${words}”` : `${hits.length} found for “${words}”`;
  list.replaceChildren(...hits.map(itemOf));
}

function itemOf(hit: Parameters<typeof hitLink>[0]): HTMLLIElement {
  const item = document.createElement("li");
  item.append(hitLink(hit));
  return item;
}
