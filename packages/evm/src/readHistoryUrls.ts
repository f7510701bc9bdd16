import { chains, findChain } from "./chains.ts";

/** Where the transactions of a chain's owners are found, apart from its node. */
export interface HistoryUrls {
  /** An Etherscan-compatible API. */
  explorer?: string;
  /** Its key, if the URL has none. */
  explorerKey?: string;
  /** A dataset of an SQD portal. */
  portal?: string;
}

/** A setting of a chain's history. */
export interface HistoryVariable {
  /** As written, in lower case: possibly not a chain's slug. */
  slug: string;
  setting: keyof HistoryUrls;
}

const NAME = /^PORTICO_(EXPLORER_KEY|EXPLORER|PORTAL)_(.+)$/;
const SETTINGS = { EXPLORER: "explorer", EXPLORER_KEY: "explorerKey", PORTAL: "portal" } as const;
/** Settings of the explorer app begin with PORTICO_EXPLORER_ too. */
const APP_URL = "url";

/**
 * PORTICO_EXPLORER_<ID>, PORTICO_EXPLORER_KEY_<ID> or PORTICO_PORTAL_<ID>; undefined for any other name. A setting of
 * the explorer app is told by its name, which is not a chain's, and its value, which is not a URL.
 */
export function parseHistoryVariable(name: string, value: string): HistoryVariable | undefined {
  const [, kind, id] = NAME.exec(name) ?? [];
  if (kind === undefined || id === undefined) return undefined;
  const slug = id.toLowerCase();
  const isOfApp = kind === "EXPLORER" && findChain(slug) === undefined && (slug === APP_URL || !isHttpUrl(value));
  return isOfApp ? undefined : { slug, setting: SETTINGS[kind as keyof typeof SETTINGS] };
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Sources of history of an environment, by chain. Empty variables count as absent.
 * @throws RangeError with the variable and the error; never its value, which may contain a key.
 */
export function readHistoryUrls(env: Env): Map<string, HistoryUrls> {
  const found = new Map<string, HistoryUrls>();
  for (const [name, text = ""] of Object.entries(env)) {
    const value = text.trim();
    const variable = value === "" ? undefined : parseHistoryVariable(name, value);
    if (variable === undefined) continue;
    const { slug, setting } = variable;
    if (findChain(slug) === undefined) throw new RangeError(`${name} does not name a chain: ${listSlugs()}`);
    if (setting !== "explorerKey") checkUrl(name, value);
    found.set(slug, { ...found.get(slug), [setting]: value });
  }
  for (const [slug, { explorer, explorerKey }] of found) {
    if (explorerKey === undefined || explorer !== undefined) continue;
    const id = slug.toUpperCase();
    throw new RangeError(`PORTICO_EXPLORER_KEY_${id} is set, but PORTICO_EXPLORER_${id} is not`);
  }
  return found;
}

function checkUrl(name: string, value: string): void {
  const url = URL.parse(value);
  if (url === null || !isHttpUrl(value)) throw new RangeError(`${name} must be an http or https URL`);
  if (url.username !== "" || url.password !== "") throw new RangeError(`${name} must not contain a user or password`);
}

const isHttpUrl = (text: string): boolean => ["http:", "https:"].includes(URL.parse(text.trim())?.protocol ?? "");

const listSlugs = (): string =>
  `it is not one of ${chains
    .map(({ slug }) => slug)
    .toSorted()
    .join(", ")}`;
