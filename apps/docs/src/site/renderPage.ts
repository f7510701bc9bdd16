import { ICON_URL } from "../iconUrl.ts";
import { THEME_SCRIPT } from "@portico/ui/themeScript";
import { contentPolicy } from "../contentPolicy.ts";
import { renderHeader } from "./header.ts";
import type { Heading } from "./renderMarkdown.ts";

export type NavGroup = {
  readonly title: string;
  readonly isFolded: boolean;
  readonly pages: readonly { readonly title: string; readonly address: string }[];
};
/** The parts shared by all pages. */
export type Frame = { readonly groups: readonly NavGroup[]; readonly style: string; readonly script: string };
export type PageParts = {
  readonly title: string;
  readonly summary: string;
  readonly address: string;
  /** HTML. */
  readonly body: string;
  readonly headings?: readonly Heading[];
};

/** A page of the site, self-contained but for its font: icon, style and script are inline, and its policy lists both by their hashes. */
export function renderPage(frame: Frame, page: PageParts): string {
  const { style, script, groups } = frame;
  const title = page.address === "index.html" ? "Portico docs" : `${page.title} · Portico docs`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy({ scripts: [THEME_SCRIPT, script], styles: [style] })}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escape(page.summary)}">
<script>${THEME_SCRIPT}</script>
<title>${escape(title)}</title>
<link rel="icon" href="${ICON_URL}">
<style>${style}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${renderHeader(page.address)}
<div class="frame">
<details class="pages" open><summary>All pages</summary><nav aria-label="Pages">${groups.map((group) => renderGroup(group, page.address)).join("")}</nav></details>
<main id="main" tabindex="-1"><article${page.address === "index.html" ? ` class="home"` : ""}>
${page.body}</article>
${renderNeighbours(groups, page.address)}</main>
${renderContents(page.headings ?? [])}
</div>
<script>${script}</script>
</body>
</html>
`;
}

function renderGroup({ title, pages, isFolded }: NavGroup, here: string): string {
  const items = pages.map(
    ({ title: name, address }) =>
      `<li><a href="${address}"${address === here ? ` aria-current="page"` : ""}>${escape(name)}</a></li>`,
  );
  const list = `<ul>${items.join("")}</ul>`;
  if (!isFolded) return `<section><h2>${title}</h2>${list}</section>`;
  const isHere = pages.some(({ address }) => address === here);
  return `<details class="more"${isHere ? " open" : ""}><summary>${title}</summary>${list}</details>`;
}

/** The previous and next page in navigation order. */
function renderNeighbours(groups: readonly NavGroup[], here: string): string {
  const pages = groups.filter(({ isFolded }) => !isFolded).flatMap((group) => group.pages);
  const index = pages.findIndex(({ address }) => address === here);
  const link = (page: (typeof pages)[number] | undefined, word: string, rel: string): string =>
    page === undefined ? "" : `<a rel="${rel}" href="${page.address}"><small>${word}</small> ${escape(page.title)}</a>`;
  if (index < 0) return "";
  const next = link(pages[index + 1], "Next", "next");
  return `<nav class="neighbours" aria-label="Previous and next page">${link(pages[index - 1], "Previous", "prev")}${next}</nav>\n`;
}

function renderContents(headings: readonly Heading[]): string {
  const items = headings
    .filter(({ level }) => level === 2 || level === 3)
    .map(({ level, id, text }) => `<li class="level-${level}"><a href="#${escape(id)}">${escape(text)}</a></li>`);
  return items.length < 2
    ? ""
    : `<aside aria-label="Contents"><nav aria-label="On this page"><h2>On this page</h2><ul>${items.join("")}</ul></nav></aside>`;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? "");
