import type { Hit } from "./searchSource.ts";

/** A link to a search result, built from elements: nothing of the index is ever parsed as HTML. */
export function hitLink(hit: Hit): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = onThisPage(hit.url);
  const names = foundFields(hit);
  const text = names === "" ? hit.text : `${names} · ${hit.text}`;
  link.append(part("strong", hit.heading), part("span", hit.page), part("small", text));
  return link;
}

/** `/reference` and `reference.html` are one page, which isn't loaded again for another part of it. */
function onThisPage(url: string): string {
  const [page = "", id] = url.split("#", 2);
  const here = location.pathname.split("/").at(-1) ?? "";
  return id !== undefined && page.replace(/\.html$/, "") === here.replace(/\.html$/, "") ? `#${id}` : url;
}

/** The names of fields that were searched for, as far as there is room. */
function foundFields({ fields = "", queryTerms }: Hit): string {
  const typed = queryTerms.filter((term) => term.includes("_"));
  const found = fields.split(" ").filter((name) => typed.some((term) => name.toLowerCase().includes(term)));
  return found.slice(0, 3).join(", ");
}

function part(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
