import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { THEME_SCRIPT } from "@portico/ui/themeScript";
import { addressOf, SCENARIOS } from "../scenarios/scenarios.ts";

/** The page at the root, for browsers. */
export interface Landing {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface LandingOptions {
  /** An owner with recorded data. */
  readonly owner: string;
  /** Of the docs, without a trailing slash; undefined: there is no link. */
  readonly docsUrl: string | undefined;
}

interface Sample {
  readonly title: string;
  readonly about: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const listSamples = (owner: string): readonly Sample[] => [
  { title: "What an address is worth", about: "On every chain, in USD.", path: `/v1/user/total_balance?id=${owner}` },
  {
    title: "Its tokens on Ethereum",
    about: "Amounts, prices and exact base units.",
    path: `/v1/user/token_list?id=${owner}&chain_id=eth`,
  },
  {
    title: "A refusal to handle",
    about: "Too many requests: the answer says when to try again.",
    path: `/v1/user/token_list?id=${owner}&chain_id=eth`,
    headers: { Prefer: "code=429" },
  },
];

/** Reads the page's parts, and composes them under a strict Content-Security-Policy. */
export async function readLanding({ owner, docsUrl }: LandingOptions): Promise<Landing> {
  const read = (name: string) => readFile(join(import.meta.dirname, name), "utf8");
  const tokens = readFile(fileURLToPath(import.meta.resolve("@portico/ui/tokens.css")), "utf8");
  const [page, css, script, colours] = await Promise.all([
    read("page.html"),
    read("page.css"),
    read("page.js"),
    tokens,
  ]);
  const style = colours + css;
  const body = page
    .replace("REQUESTS", () => listSamples(owner).map(renderSample).join("\n"))
    .replace("SCENARIOS", renderScenarios)
    .replace("WAYS", () => renderWays(docsUrl));
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<script>${THEME_SCRIPT}</script>
<title>Portico mock</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${body}<script type="module">${script}</script>
</body>
</html>
`;
  return { html, headers: headersOf([THEME_SCRIPT, script], style) };
}

const renderSample = ({ title, about, path, headers = {} }: Sample): string =>
  `<li class="card" data-path="${escape(path)}" data-headers="${escape(JSON.stringify(headers))}">
<div class="head"><div><h3>${title}</h3><p class="quiet">${about}</p></div>
<button type="button" hidden aria-label="Send: ${title}">Send</button></div>
<pre class="command">GET ${escape(path)}</pre>
<p class="status" role="status"></p>
<pre class="body" tabindex="0" role="region" aria-label="Answer: ${title}" hidden></pre>
</li>`;

const renderScenarios = (): string =>
  [...SCENARIOS]
    .map(([name, it]) => `<dt><code>${name}</code></dt><dd>${escape(it.about)} <code>${addressOf(it)}</code></dd>`)
    .join("\n");

const renderWays = (docsUrl: string | undefined): string =>
  [
    ...(docsUrl === undefined
      ? []
      : [
          ["Guide for QA", `${docsUrl}/qa.html`],
          ["Reference of all operations", `${docsUrl}/reference.html`],
          ["Response profiles", `${docsUrl}/profiles.html`],
        ]),
    ["Metadata of the simulated sign-in", "/.well-known/oauth-authorization-server"],
  ]
    .map(([name = "", url = ""]) => `<a href="${escape(url)}">${name}</a>`)
    .join("\n");

const headersOf = (scripts: readonly string[], style: string): Record<string, string> => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "default-src 'none'",
    `script-src ${scripts.map(hashOf).join(" ")}`,
    `style-src ${hashOf(style)}`,
    "img-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  vary: "accept",
});

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
