import { REFERENCE } from "./pageList.ts";

/** The header of guides and reference, as HTML. @param here - The page's address. */
export function renderHeader(here: string): string {
  const reference = `${REFERENCE}.html`;
  const current = here === reference ? ` aria-current="page"` : "";
  return `<header class="top">
<a class="brand" href="index.html">Portico <span>docs</span></a>
${SEARCH}
<nav aria-label="Reference"><a href="${reference}"${current}>Reference</a></nav>
</header>`;
}

/** Shown by the script, since it needs JavaScript. */
const SEARCH = `<form class="search" role="search" hidden>
<input type="text" inputmode="search" enterkeyhint="search" name="q" placeholder="Search" aria-label="Search the docs" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list">
<kbd aria-hidden="true">/</kbd>
<ul id="found" role="listbox" aria-label="Results" hidden></ul>
<p class="search-status" role="status"></p>
</form>`;
