import { createHash } from "node:crypto";

/** A page that asks nobody for anything: whatever Redoc would load from elsewhere is replaced or forbidden. */
export type SecuredPage = { readonly html: string; readonly csp: string };

const LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(?:-full)?\.svg/g;
/** One transparent pixel. */
const NO_LOGO = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
const SCRIPT = /<script[^>]*>([\s\S]*?)<\/script>/g;
const CHARSET = /<meta charset="?utf-?8"?\s*\/?>/;

/**
 * Makes Redocly's page self-contained and says so in a Content-Security-Policy, which names its scripts by their hashes.
 * @throws Error when the page no longer looks as this function expects.
 */
export function securePage(page: string): SecuredPage {
  if (!CHARSET.test(page)) throw new Error("The page has no <meta charset>: where should the policy go?");
  const html = page.replaceAll(LOGO, NO_LOGO);
  const hashes = [...html.matchAll(SCRIPT)].map(([, script = ""]) => `'sha256-${sha256(script)}'`);
  const csp = policyOf(hashes);
  const head = `<meta charset="utf-8">\n  <meta http-equiv="Content-Security-Policy" content="${csp}">\n  <link rel="icon" href="data:,">`;
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
