import { chains, findChain } from "./chains.ts";

/** Limits of a chain's RPC. */
export interface RpcLimits {
  /** Calls per second to each URL; undefined: whatever it accepts. */
  maxRps?: number | undefined;
  /** Maximum calls per batch; undefined: whatever it accepts, up to 100. */
  batchSize?: number | undefined;
}

/** RPC URLs of a chain, and their limits. */
export interface ChainUrls extends RpcLimits {
  /** Slug. */
  chain: string;
  /** At least one, in the given order. */
  urls: string[];
}

/** A setting of a chain's RPC. */
export interface RpcVariable {
  /** As written, in lower case: possibly not a chain's slug. */
  slug: string;
  setting: "batch" | "rps" | "urls";
}

const NAME = /^PORTICO_RPC_(.+?)(?:_(RPS|BATCH))?$/;
const SETTINGS = { RPS: "rps", BATCH: "batch" } as const;

/**
 * PORTICO_RPC_<ID>, PORTICO_RPC_<ID>_RPS or PORTICO_RPC_<ID>_BATCH; undefined for any other name. No slug ends like
 * these.
 */
export function parseRpcVariable(name: string): RpcVariable | undefined {
  const [, slug, suffix] = NAME.exec(name) ?? [];
  if (slug === undefined) return undefined;
  return { slug: slug.toLowerCase(), setting: suffix === undefined ? "urls" : SETTINGS[suffix as "BATCH" | "RPS"] };
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * RPC URLs of an environment, by chain: PORTICO_RPC_ETH=https://a.example,https://b.example, with
 * PORTICO_RPC_ETH_RPS and PORTICO_RPC_ETH_BATCH. Empty variables count as absent.
 * @throws RangeError with the variable and the error; never its value, which may contain a key.
 */
export function readRpcUrls(env: Env): ChainUrls[] {
  const variables = Object.entries(env).flatMap(([name, value = ""]) => {
    const variable = value.trim() === "" ? undefined : parseRpcVariable(name);
    return variable === undefined ? [] : [{ ...variable, name, value, slug: getSlug(name, variable.slug) }];
  });
  const served = variables.filter(({ setting }) => setting === "urls");
  for (const { name, slug, setting } of variables) {
    if (setting === "urls" || served.some((other) => other.slug === slug)) continue;
    throw new RangeError(`${name} is set, but PORTICO_RPC_${slug.toUpperCase()} is not`);
  }
  const find = (slug: string, setting: RpcVariable["setting"]) =>
    variables.find((variable) => variable.slug === slug && variable.setting === setting);
  return served.map(({ name, slug, value }) => ({
    chain: slug,
    urls: readUrls(name, value),
    maxRps: readRps(find(slug, "rps")),
    batchSize: readBatchSize(find(slug, "batch")),
  }));
}

function getSlug(name: string, slug: string): string {
  if (findChain(slug) !== undefined) return slug;
  const slugs = chains.map((chain) => chain.slug).toSorted();
  throw new RangeError(`${name} does not name a chain: '${slug}' is not one of ${slugs.join(", ")}`);
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

interface Setting {
  name: string;
  value: string;
}

const MIN_RPS = 0.1;
const MAX_RPS = 100_000;
const MAX_BATCH = 1_000;

function readRps(setting: Setting | undefined): number | undefined {
  if (setting === undefined) return undefined;
  const rps = /^\d{1,6}(\.\d{1,3})?$/.test(setting.value.trim()) ? Number(setting.value) : Number.NaN;
  if (rps >= MIN_RPS && rps <= MAX_RPS) return rps;
  throw new RangeError(`${setting.name} must be calls per second: a number from ${MIN_RPS} to ${MAX_RPS}`);
}

function readBatchSize(setting: Setting | undefined): number | undefined {
  if (setting === undefined) return undefined;
  const size = /^\d{1,4}$/.test(setting.value.trim()) ? Number(setting.value) : Number.NaN;
  if (size >= 1 && size <= MAX_BATCH) return size;
  throw new RangeError(`${setting.name} must be calls in one batch: a whole number from 1 to ${MAX_BATCH}`);
}
