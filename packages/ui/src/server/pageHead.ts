/** What a page says about itself before any script: for tabs, search engines, and previews of links. */
export interface PageHead {
  /** Untrusted text may be in it, and in the description: both are escaped. */
  readonly title: string;
  readonly description: string;
  /** The page's own path, without parameters that change only its view. */
  readonly path: string;
  /** Path of a picture on this server for previews: PNG, 1200 × 630. */
  readonly picture?: string | undefined;
  /** 404: nothing is there; the page says so, and search engines don't keep it. */
  readonly status?: 200 | 404;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? "");

/** A built page with its head. @param origin - The public URL of the server, without a trailing slash. */
export function withHead(page: string, head: PageHead, origin: string): string {
  const title = `<title>${escapeHtml(head.title)}</title>`;
  return page
    .replace(/<title>[^<]*<\/title>/, () => [title, ...tagsOf(head, origin)].join("\n    "))
    .replace(/<meta\s+name="description"[^>]*>/, () => named("description", head.description));
}

function tagsOf({ title, description, path, picture, status }: PageHead, origin: string): string[] {
  if (status === 404) return [named("robots", "noindex")];
  const url = origin + path;
  return [
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    property("og:site_name", "Portico"),
    property("og:type", "website"),
    property("og:title", title),
    property("og:description", description),
    property("og:url", url),
    ...(picture === undefined ? [] : pictureTags(origin + picture, title)),
    named("twitter:card", picture === undefined ? "summary" : "summary_large_image"),
  ];
}

const pictureTags = (url: string, title: string): string[] => [
  property("og:image", url),
  property("og:image:type", "image/png"),
  property("og:image:width", "1200"),
  property("og:image:height", "630"),
  property("og:image:alt", title),
];

const named = (name: string, content: string): string => `<meta name="${name}" content="${escapeHtml(content)}" />`;
const property = (name: string, content: string): string =>
  `<meta property="${name}" content="${escapeHtml(content)}" />`;
