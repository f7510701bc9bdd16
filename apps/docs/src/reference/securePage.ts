import { THEME_COOKIE } from "@portico/ui/themeScript";
import { contentPolicy } from "../contentPolicy.ts";

const LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(?:-full)?\.svg/g;
/** One transparent pixel. */
const NO_LOGO = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
/** Link of the line "API docs by", which contained the logo and keeps its space: the README names the renderer. */
const ATTRIBUTION = "https://redocly.com/redoc/";
const BAR = `<nav class="portico" aria-label="Docs"><a href="index.html">Portico docs</a><noscript>The reference needs JavaScript. Without it:
<a href="operations.html">all operations</a>, <a href="openapi.yaml">the contract</a>.</noscript></nav>`;
/** The reference follows the theme of all pages: Redoc reads it from its own storage before it renders. */
const THEME = `{const m=/(?:^|; *)${THEME_COOKIE}=(light|dark)(?=;|$)/.exec(document.cookie);try{m?localStorage.setItem("redoc.colorMode",m[1]):localStorage.removeItem("redoc.colorMode")}catch{}}`;
/** Sets the height of the bar above Redoc. */
const STYLE = `span:has(> a[href="${ATTRIBUTION}"]) { visibility: hidden }
div[style*="--navbar-height"] { --navbar-height: 41px !important; --navbar-stack-height: 41px !important }
.portico { position: sticky; top: 0; z-index: 20; display: flex; align-items: center; height: 41px; padding: 0 1rem;
  background: light-dark(#fff, #191c22); border-bottom: 1px solid light-dark(#dfe2e8, #2d323c); font: 600 15px system-ui, sans-serif }
.portico noscript { margin-left: 1rem; font-weight: 400 }
.portico a { color: light-dark(#2f4bd8, #93a7ff) }
html.light { color-scheme: light } html.dark { color-scheme: dark }
@media print { .portico { display: none } }`;
const BODY = /<body>/;
const SCRIPT = /<script[^>]*>([\s\S]*?)<\/script>/g;
const CHARSET = /<meta charset="?utf-?8"?\s*\/?>/;

/**
 * Makes Redocly's page self-contained, without any third-party request, with a Content-Security-Policy that lists its
 * scripts by their hashes. Styles are unrestricted: Redoc adds them while rendering.
 * @throws Error if the page no longer has the expected structure.
 */
export function securePage(page: string): string {
  if (!CHARSET.test(page)) throw new Error("The page has no <meta charset> to insert the policy after");
  if (!page.includes(`href="${ATTRIBUTION}"`))
    throw new Error("The page has no attribution link to hide: check ATTRIBUTION");
  if (!BODY.test(page)) throw new Error("The page has no <body> to insert the navigation into");
  const html = page.replaceAll(LOGO, NO_LOGO).replace(BODY, () => `<body>\n${BAR}`);
  const scripts = [THEME, ...[...html.matchAll(SCRIPT)].map(([, script = ""]) => script)];
  const policy = `<meta http-equiv="Content-Security-Policy" content="${contentPolicy({ scripts })}">`;
  const head = `<meta charset="utf-8">\n  ${policy}\n  <link rel="icon" href="data:,">\n  <script>${THEME}</script>\n  <style>${STYLE}</style>`;
  return html.replace(CHARSET, () => head);
}
