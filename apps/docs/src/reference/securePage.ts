import { ICON_URL } from "../iconUrl.ts";
import { THEME_SCRIPT } from "@portico/ui/themeScript";
import { contentPolicy } from "../contentPolicy.ts";
import type { Web } from "../site/buildWeb.ts";
import { renderHeader } from "../site/header.ts";
import { REFERENCE } from "../site/pageList.ts";

const LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(?:-full)?\.svg/g;
/** One transparent pixel. */
const NO_LOGO = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
/** Link of the line "API docs by", which reference.css hides with its space kept: the README names the renderer. */
const ATTRIBUTION = "https://redocly.com/redoc/";
const NO_SCRIPT = `<noscript><p class="plain">The reference needs JavaScript. Without it:
<a href="operations.html">all operations</a>, <a href="openapi.yaml">the contract</a>.</p></noscript>`;
const BODY = /<body>/;
const SCRIPT = /<script[^>]*>([\s\S]*?)<\/script>/g;
const CHARSET = /<meta charset="?utf-?8"?\s*\/?>/;

/**
 * Makes Redocly's page self-contained, without any third-party request, with the header of the guides and a
 * Content-Security-Policy that lists its scripts by their hashes. Styles are unrestricted: Redoc adds them while
 * rendering.
 * @throws Error if the page no longer has the expected structure.
 */
export function securePage(page: string, { script, referenceStyle }: Pick<Web, "script" | "referenceStyle">): string {
  if (!CHARSET.test(page)) throw new Error("The page has no <meta charset> to insert the policy after");
  if (!page.includes(`href="${ATTRIBUTION}"`))
    throw new Error("The page has no attribution link to hide: check ATTRIBUTION");
  if (!BODY.test(page)) throw new Error("The page has no <body> to insert the header into");
  const top = `${renderHeader(`${REFERENCE}.html`)}\n<script>${script}</script>${NO_SCRIPT}`;
  const html = page.replaceAll(LOGO, NO_LOGO).replace(BODY, () => `<body>\n${top}`);
  const scripts = [THEME_SCRIPT, ...[...html.matchAll(SCRIPT)].map(([, text = ""]) => text)];
  const policy = `<meta http-equiv="Content-Security-Policy" content="${contentPolicy({ scripts })}">`;
  const head = `<meta charset="utf-8">
  ${policy}
  <link rel="icon" href="${ICON_URL}">
  <script>${THEME_SCRIPT}</script>
  <style>${referenceStyle}</style>`;
  return html.replace(CHARSET, () => head);
}
