import { slug } from "github-slugger";
import markdownIt from "markdown-it";
import { groupSamples, type TabMeta } from "./groupSamples.ts";
import { highlight } from "./highlight.ts";
import { markTables } from "./markTables.ts";
import type { Token } from "./markTables.ts";

/** The target of a link on the site; undefined for a file of the repository that is not a page. */
export type ResolveLink = (href: string) => string | undefined;
/** The target of a piece of inline code, such as `GET /v1/chain`; undefined: no link. */
export type FindCode = (code: string) => string | undefined;

export type Heading = { readonly level: number; readonly id: string; readonly text: string };
/** The text from one heading to the next, for the search index. */
export type Section = { readonly id: string; readonly heading: string; readonly text: string };
export type RenderedPage = {
  readonly html: string;
  readonly title: string;
  /** The first paragraph, as text. */
  readonly summary: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
};

const parser = markdownIt({ html: false, linkify: true });
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false }); // full URLs only: `units.md` is not a domain

/**
 * Renders a page. Raw HTML in the text is escaped; headings get GitHub's ids, so that links work both there and here.
 */
export function renderMarkdown(markdown: string, resolveLink: ResolveLink, findCode: FindCode): RenderedPage {
  const tokens = parser.parse(markdown, {});
  const headings = nameHeadings(tokens);
  mendLinks(tokens, resolveLink, findCode);
  markTables(tokens, plainText);
  nameTables(tokens);
  groupSamples(tokens);
  const sections = cutSections(tokens);
  const paragraph = tokens.findIndex(({ type }) => type === "paragraph_open");
  return {
    html: renderer.render(tokens, parser.options, {}),
    title: headings.find(({ level }) => level === 1)?.text ?? "",
    summary: plainText(tokens[paragraph + 1]),
    headings,
    sections,
  };
}

function nameHeadings(tokens: readonly Token[]): Heading[] {
  const seen = new Map<string, number>();
  return tokens.flatMap((token, index) => {
    if (token.type !== "heading_open") return [];
    const text = plainText(tokens[index + 1]);
    const name = slug(text);
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    const id = count === 0 ? name : `${name}-${count}`;
    token.attrSet("id", id);
    return [{ level: Number(token.tag.slice(1)), id, text }];
  });
}

/** Names the regions of tables by the headings above them, each differently. */
function nameTables(tokens: readonly Token[]): void {
  const seen = new Map<string, number>();
  let heading = "";
  tokens.forEach((token, index) => {
    if (token.type === "heading_open") heading = plainText(tokens[index + 1]);
    if (token.type !== "table_open") return;
    const count = (seen.get(heading) ?? 0) + 1;
    seen.set(heading, count);
    token.attrSet("aria-label", `Table: ${heading}${count === 1 ? "" : `, ${count}`}`);
  });
}

/**
 * Resolves links to pages of the site, replaces those to other files by their text, and links code that names an
 * operation.
 */
function mendLinks(tokens: readonly Token[], resolveLink: ResolveLink, findCode: FindCode): void {
  for (const { children } of tokens) {
    let isLink = false;
    const opened: Token[] = [];
    for (const token of children ?? []) {
      if (token.type === "link_open") {
        isLink = true;
        opened.push(token);
        mendLink(token, resolveLink);
      } else if (token.type === "link_close") {
        isLink = false;
        token.tag = opened.pop()?.tag ?? "a";
      } else if (token.type === "code_inline" && !isLink) {
        const target = findCode(token.content);
        if (target !== undefined) token.meta = { target };
      }
    }
  }
}

function mendLink(token: Token, resolveLink: ResolveLink): void {
  const href = String(token.attrGet("href") ?? "");
  const target = resolveLink(href);
  if (target === undefined) {
    token.tag = "span";
    token.attrs = [
      ["class", "file"],
      ["title", "a file of the repository"],
    ];
  } else {
    token.attrSet("href", target);
    if (/^https?:/.test(target)) token.attrSet("rel", "noreferrer");
  }
}

function cutSections(tokens: readonly Token[]): Section[] {
  const sections: { id: string; heading: string; text: string }[] = [{ id: "", heading: "", text: "" }];
  let isHeading = false;
  for (const token of tokens) {
    if (token.type === "heading_open") sections.push({ id: String(token.attrGet("id")), heading: "", text: "" });
    if (token.type === "heading_open" || token.type === "heading_close") isHeading = token.type === "heading_open";
    const last = sections.at(-1);
    if (last === undefined) continue;
    if (isHeading && token.type === "inline") last.heading = plainText(token);
    else if (token.type === "inline") last.text += `${plainText(token)}\n`;
    else if (token.type === "fence") last.text += `${token.content}\n`;
  }
  return sections.filter(({ heading, text }) => heading !== "" || text !== "");
}

const plainText = (token: Token | undefined): string =>
  (token?.children ?? [])
    .map(({ type, content }) => (type === "softbreak" || type === "hardbreak" ? " " : content))
    .join("");

const { renderer } = parser;
const { escapeHtml } = parser.utils;
renderer.rules["code_inline"] = (tokens, index) => {
  const code = `<code>${escapeHtml(tokens[index]?.content ?? "")}</code>`;
  const target = tokens[index]?.meta?.["target"] as string | undefined;
  return target === undefined ? code : `<a href="${escapeHtml(target)}">${code}</a>`;
};
renderer.rules["fence"] = (tokens, index) => {
  const { content = "", info = "", meta } = tokens[index] ?? {};
  const [language = ""] = info.split(/\s/, 1);
  const block = `<pre tabindex="0" data-language="${escapeHtml(language)}"><code>${highlight(content, language) ?? escapeHtml(content)}</code></pre>\n`;
  const { tab } = (meta ?? {}) as { readonly tab?: TabMeta };
  return tab === undefined ? block : inTab(block, tab);
};
const inTab = (block: string, { label, isFirst, isLast }: TabMeta): string =>
  `${isFirst ? `<div class="tabs">\n` : ""}<div class="tab-panel" data-label="${label}"><p class="tab-label">${label}</p>${block}</div>\n${isLast ? "</div>\n" : ""}`;
renderer.rules["heading_close"] = (tokens, index) => {
  const { tag = "" } = tokens[index] ?? {};
  const id = String(tokens[index - 2]?.attrGet("id") ?? "");
  const anchor = ` <a class="anchor" href="#${escapeHtml(id)}" aria-label="Link to this part">#</a>`;
  return `${tag === "h1" ? "" : anchor}</${tag}>\n`;
};
renderer.rules["table_open"] = (tokens, index) => {
  const kind = tokens[index]?.meta === null ? "" : ` class="wide"`;
  const label = escapeHtml(String(tokens[index]?.attrGet("aria-label")));
  return `<div class="table" tabindex="0" role="region" aria-label="${label}"><table role="table"${kind}>\n`;
};
renderer.rules["table_close"] = () => "</table></div>\n";
/**
 * Explicit roles, since a phone's style displays rows as blocks; alignment by class, since the policy forbids style
 * attributes.
 */
const openCell: NonNullable<(typeof renderer.rules)["td_open"]> = (tokens, index) => {
  const { tag = "", meta } = tokens[index] ?? {};
  const title = (meta as { readonly title?: string } | null)?.title ?? "";
  const kind = /right/.test(String(tokens[index]?.attrGet("style"))) ? ` class="right"` : "";
  const label = title === "" ? "" : ` data-title="${escapeHtml(title)}"`;
  const role = tag === "td" ? ` role="cell"` : ` role="columnheader" scope="col"`;
  return `<${tag}${role}${kind}${label}>`;
};
renderer.rules["td_open"] = openCell;
renderer.rules["th_open"] = openCell;
renderer.rules["tr_open"] = () => `<tr role="row">\n`;
