import type { Hit } from "./searchSource.ts";

/** A link to a search result, built from elements: nothing of the index is ever parsed as HTML. */
export function hitLink({ url, page, heading, text }: Hit): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = url;
  link.append(part("strong", heading), part("span", page), part("small", text));
  return link;
}

function part(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
