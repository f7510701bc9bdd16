import type { ApiDocument } from "../reference/sampleRequest.ts";
import type { Web } from "./buildWeb.ts";
import { changelog } from "./changelog.ts";
import { contractPages, referencePage } from "./contractPages.ts";
import { groupContracts } from "./groupContracts.ts";
import { listOperations } from "./listOperations.ts";
import { llmsFullText, llmsText } from "./llms.ts";
import { addressOf, fileOfGuide, GUIDES, MADE_PAGES, REFERENCE } from "./pageList.ts";
import { type PageSource, readSources } from "./readSources.ts";
import { renderMarkdown, type RenderedPage } from "./renderMarkdown.ts";
import { type Frame, type NavGroup, renderPage } from "./renderPage.ts";
import { searchIndex } from "./searchIndex.ts";
import { siteLinks } from "./siteLinks.ts";

type Page = PageSource & RenderedPage & { readonly address: string; readonly isReadme: boolean };

/** Pages that readers seldom look for: summaries of content found elsewhere, and background. */
const ASIDE: ReadonlySet<string> = new Set([MADE_PAGES.operations, MADE_PAGES.changelog, "decisions"]);
/** READMEs for API users; the others are for readers of the code. */
const FOR_USERS = /^(?:repository|examples(?:-.*)?|packages-client|apps-mock)$/;

const weightOf = ({ name, isReadme }: Page): number => {
  if (isReadme) return FOR_USERS.test(name) ? 0.8 : 0.4;
  return ASIDE.has(name) ? 0.5 : 1;
};

const FILES = ["openapi.json", "openapi.live.json", "openapi.yaml", "llms.txt", "llms-full.txt", `${REFERENCE}.html`];

/** The whole site except the reference and the contract: files by name, and problems with their links. */
export async function renderSite(
  root: string,
  contract: ApiDocument,
  web: Web,
): Promise<{ readonly files: Map<string, string>; readonly problems: readonly string[] }> {
  const [{ guides, readmes }, changes] = await Promise.all([readSources(root), changelog(root)]);
  const operations = listOperations(contract);
  const made = [changes, ...contractPages(contract, operations)];
  const sources = [...guides, ...made, ...readmes];
  const links = siteLinks({ root, pages: sources, files: FILES, operations });
  const pages = sources.map((source): Page => {
    const rendered = renderMarkdown(source.markdown, links.resolverOf(source), links.finderOf(source));
    const title = rendered.title || titleOfReadme(source);
    const html = rendered.title === "" ? `<h1>${title}</h1>\n${rendered.html}` : rendered.html;
    return { ...source, ...rendered, html, title, address: addressOf(source.name), isReadme: readmes.includes(source) };
  });
  const frame: Frame = { ...web, groups: groupsOf(pages, readmes) };
  const searched = pages.map((page) => ({ ...page, weight: weightOf(page) }));
  const index = searchIndex([...searched, referencePage(contract)], operations);
  const files = new Map(pages.map((page) => [page.address, renderPage(frame, { ...page, body: page.html })]));
  for (const { name, markdown } of pages) files.set(`${name}.md`, markdown);
  files.set("search.json", index);
  files.set("search.html", renderPage(frame, searchPage(index)));
  files.set("404.html", renderPage(frame, NO_PAGE));
  const [parts, toRead] = [pages.filter(({ isReadme }) => isReadme), pages.filter(({ isReadme }) => !isReadme)];
  const contracts = groupContracts(contract, operations);
  for (const { file, json } of contracts) files.set(file, json);
  files.set("llms.txt", llmsText(toRead, parts, contracts));
  files.set("llms-full.txt", llmsFullText(guides, operations));
  return { files, problems: [...links.problems, ...deadAnchors(pages), ...missing(guides)] };
}

/** A README's title is its folder, since it begins with a sentence. */
const titleOfReadme = ({ path }: PageSource): string => path.replace(/\/?README\.md$/, "") || "Portico";

function groupsOf(pages: readonly Page[], readmes: readonly PageSource[]): NavGroup[] {
  const byName = new Map(pages.map((page) => [page.name, page]));
  const group = (title: string, names: readonly string[], isFolded = false): NavGroup => ({
    title,
    isFolded,
    pages: names
      .flatMap((name) => byName.get(name) ?? [])
      .map(({ name, title: full, address }) => ({ title: name === "home" ? "Overview" : full, address })),
  });
  const [background, ...rest] = GUIDES.toReversed();
  return [
    ...rest.toReversed().map(({ title, pages: names }) => group(title, names)),
    group(background?.title ?? "", [...(background?.pages ?? []), MADE_PAGES.changelog]),
    group("Reference", [MADE_PAGES.operations, MADE_PAGES.errorCodes]),
    group(
      "Parts of the repository",
      readmes.map(({ name }) => name),
      true,
    ),
  ];
}

const WAYS_ON = `the <a href="index.html">overview</a>, <a href="operations.html">all operations</a>, all <a href="error-codes.html">error codes</a> and the pages in the list`;

/** For unknown URLs; static file servers look for a file of this name, too. */
const NO_PAGE = {
  title: "No such page",
  summary: "There is no page at this URL",
  address: "404.html",
  body: `<h1>No such page</h1>\n<p>There is no page at this URL. Try ${WAYS_ON}.</p>\n`,
};

/** Also works as a file, where fetch is not allowed: the index is inline. */
const searchPage = (index: string) => ({
  title: "Search",
  summary: "Search the docs",
  address: "search.html",
  body: `<h1>Search</h1>
<p class="advice" hidden>Enter what you are looking for above: a task, a path, an error code.</p>
<noscript><p>The search needs JavaScript. Without it, use ${WAYS_ON}.</p></noscript>
<ul class="results"></ul>
<script type="application/json" id="index">${index.replaceAll("<", String.raw`\u003c`)}</script>
`,
});

function deadAnchors(pages: readonly Page[]): string[] {
  const ids = new Map(pages.map(({ address, headings }) => [address, new Set(headings.map(({ id }) => id))]));
  return pages.flatMap(({ path, address, html }) =>
    [...html.matchAll(/ href="([^"#:]*)#([^"]+)"/g)].flatMap(([, page = "", id = ""]) =>
      (ids.get(page === "" ? address : page)?.has(id) ?? true)
        ? []
        : [`${path}: #${id} is not an anchor of ${page || address}`],
    ),
  );
}

const missing = (guides: readonly PageSource[]): string[] =>
  GUIDES.flatMap(({ pages }) => pages)
    .filter((name) => !guides.some((guide) => guide.name === name))
    .map((name) => `${fileOfGuide(name)} is missing`);
