import { chains, findChain } from "./chains.ts";

/** Where a chain's RPC is reached. */
export interface ChainUrls {
  /** Slug. */
  chain: string;
  /** At least one, in the order in which they were written. */
  urls: string[];
}

const NAME = /^PORTICO_RPC_(.+)$/;

/**
 * The RPC URLs that an environment names, chain by chain: PORTICO_RPC_ETH=https://a.example,https://b.example. Empty
 * variables count as absent.
 * @throws RangeError that names the variable and what is wrong with it; never its value, which may hold a key.
 */
export const readRpcUrls = (env: Readonly<Record<string, string | undefined>>): ChainUrls[] =>
  Object.entries(env).flatMap(([name, value = ""]) => {
    const slug = NAME.exec(name)?.[1]?.toLowerCase();
    return slug === undefined || value.trim() === ""
      ? []
      : [{ chain: getSlug(name, slug), urls: readUrls(name, value) }];
  });

function getSlug(name: string, slug: string): string {
  if (findChain(slug) !== undefined) return slug;
  const slugs = chains.map(({ id }) => id).toSorted();
  throw new RangeError(`${name} names no chain: '${slug}' is none of ${slugs.join(", ")}`);
}

function readUrls(name: string, value: string): string[] {
  const urls = value
    .split(",")
    .map((url) => url.trim())
    .filter((url) => url !== "");
  if (urls.length === 0 || !urls.every(isHttpUrl)) {
    throw new RangeError(`${name} must be http or https URLs, separated by commas`);
  }
  return urls;
}

const isHttpUrl = (text: string): boolean => ["http:", "https:"].includes(URL.parse(text)?.protocol ?? "");
