import type { DeploymentUrls } from "./deployedContract.ts";

/** The URLs of a local start in the text of the home page. */
const LOCAL: Readonly<Record<keyof DeploymentUrls, string>> = {
  api: "http://127.0.0.1:4000",
  connect: "http://127.0.0.1:4001",
  dashboard: "http://127.0.0.1:4002",
  mock: "http://127.0.0.1:4004",
  explorer: "http://127.0.0.1:4006",
  mcp: "http://127.0.0.1:4008",
};

/** Apps to which the page may send requests, when its reader wants that. */
const REQUESTED = ["mock", "api"] as const;

/** The home page with a deployment's URLs, in text and links, and for requests to its mock and data API. */
export function deployedHome(html: string, urls: DeploymentUrls): string {
  const names = Object.keys(LOCAL) as (keyof DeploymentUrls)[];
  const linked = names.reduce((text, name) => {
    const url = urls[name];
    return url === undefined ? text : text.replaceAll(LOCAL[name], () => escape(url));
  }, html);
  const requested = REQUESTED.flatMap((name) => (urls[name] === undefined ? [] : [{ name, url: urls[name] }]));
  const origins = requested.map(({ url }) => ` ${new URL(url).origin}`).join("");
  const metas = requested.map(({ name, url }) => `<meta name="portico-${name}" content="${escape(url)}">\n`).join("");
  return linked
    .replace("connect-src 'self'", () => `connect-src 'self'${origins}`)
    .replace("<title>", () => `${metas}<title>`);
}

const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
