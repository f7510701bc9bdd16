import { createHash } from "node:crypto";

/** A page that asks nobody for anything: whatever Redoc would load from elsewhere is replaced or forbidden. */
export type SecuredPage = { readonly html: string; readonly csp: string };

const LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(?:-full)?\.svg/g;
/** One transparent pixel. */
const NO_LOGO = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
/** Of the line that the logo stood in, "API docs by", which keeps its place: the README says who renders the page. */
const ATTRIBUTION = "https://redocly.com/redoc/";
const STYLE = `<style>span:has(> a[href="${ATTRIBUTION}"]) { visibility: hidden }</style>`;
const SCRIPT = /<script[^>]*>([\s\S]*?)<\/script>/g;
const CHARSET = /<meta charset="?utf-?8"?\s*\/?>/;

/**
 * Makes Redocly's page self-contained and says so in a Content-Security-Policy, which names its scripts by their hashes.
 * @throws Error when the page no longer looks as this function expects.
 */
export function securePage(page: string): SecuredPage {
  if (!CHARSET.test(page)) throw new Error("The page has no <meta charset>: where should the policy go?");
  if (!page.includes(`href="${ATTRIBUTION}"`)) throw new Error("The page has no line to hide: is its address another?");
  const html = page.replaceAll(LOGO, NO_LOGO);
  const hashes = [...html.matchAll(SCRIPT)].map(([, script = ""]) => `'sha256-${sha256(script)}'`);
  const csp = policyOf(hashes);
  const head = `<meta charset="utf-8">\n  <meta http-equiv="Content-Security-Policy" content="${csp}">\n  <link rel="icon" href="data:,">\n  ${STYLE}`;
  return { html: html.replace(CHARSET, () => head), csp };
}

const policyOf = (hashes: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src ${hashes.join(" ")}`,
    "style-src 'unsafe-inline'", // Redoc writes its styles as it renders
    "img-src 'self' data:",
    "font-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64");
