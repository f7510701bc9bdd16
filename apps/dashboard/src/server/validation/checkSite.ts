import { Resolver } from "node:dns/promises";
import { ServiceError } from "@portico/server";
import {
  FetchError,
  fetchGuarded,
  ForbiddenUrlError,
  getPort,
  PRIVATE_RULES,
  PUBLIC_RULES,
  type FetchRules,
} from "@portico/safe-fetch";
import type { ValidationMethod } from "@portico/store";

export interface Proof {
  readonly siteUrl: string;
  readonly method: ValidationMethod;
  /** The value that must be found there. */
  readonly token: string;
}

export interface SiteChecks {
  readonly allowsPrivate: boolean;
  /** Limits of a request to a site. */
  readonly rulesOf: (url: URL) => FetchRules;
  /** TXT records of a name, each as its strings. */
  readonly resolveTxt: (name: string) => Promise<string[][]>;
}

const TIMEOUT_MS = 3_000;
const LIMITS = { timeoutMs: TIMEOUT_MS, maxBytes: 65_536, maxRedirects: 0 };

export interface SiteCheckOptions {
  readonly allowsPrivate: boolean;
  /** Resolvers for TXT records, as `address` or `address:port`; the system's by default. */
  readonly dnsServers?: readonly string[] | undefined;
}

export const createSiteChecks = ({ allowsPrivate, dnsServers }: SiteCheckOptions): SiteChecks => ({
  allowsPrivate,
  rulesOf: (url) =>
    allowsPrivate ? { ...PRIVATE_RULES, ...LIMITS, ports: [getPort(url)] } : { ...PUBLIC_RULES, ...LIMITS },
  resolveTxt: (name) => resolveTxt(name, dnsServers),
});

/** Where the proof must be: the URL of a file, or the name of a TXT record. */
export function locationOf({ siteUrl, method }: Pick<Proof, "method" | "siteUrl">): string {
  const url = new URL(siteUrl);
  return method === "file" ? new URL("/.well-known/portico-app.txt", url).href : `_portico.${url.hostname}`;
}

/**
 * Checks whether the proof is where it must be.
 * @returns what was found instead and what to do about it; null if the proof is there.
 * @throws ServiceError url_not_allowed for a site inside our network, or one that redirects.
 */
export const checkSite = (proof: Proof, checks: SiteChecks): Promise<string | null> =>
  proof.method === "file" ? checkFile(proof, checks) : checkRecord(proof, checks);

async function checkFile(proof: Proof, { rulesOf }: SiteChecks): Promise<string | null> {
  const location = locationOf(proof);
  const signal = AbortSignal.timeout(TIMEOUT_MS + 1_000);
  try {
    const { body } = await fetchGuarded(location, rulesOf(new URL(location)), { signal, wantsBody: () => true });
    const lines = body.toString().split(/\r?\n/);
    if (lines.some((line) => line.trim() === proof.token)) return null;
    return `${location} exists, but has no line that is exactly ${proof.token}: add the line, then check again`;
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    if (error instanceof ForbiddenUrlError) throw notAllowed(`${location}: ${error.publicMessage}`);
    return `${location} could not be read (${error.message}): make it return 200 with the line ${proof.token}, then check again`;
  }
}

const notAllowed = (flaw: string): ServiceError =>
  new ServiceError("url_not_allowed", flaw, { errors: { site_url: flaw } });

async function checkRecord(proof: Proof, checks: SiteChecks): Promise<string | null> {
  const name = locationOf(proof);
  const advice = `add a TXT record ${name} with the value ${proof.token}; a DNS change may take minutes to propagate`;
  try {
    const records = await checks.resolveTxt(name);
    if (records.some((pieces) => pieces.join("").trim() === proof.token)) return null;
    return `${name} has ${records.length} TXT records, but none is ${proof.token}: ${advice}`;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "no answer";
    return `${name} has no TXT record that could be read (${code}): ${advice}`;
  }
}

/** By DNS only, within the timeout of a check. */
async function resolveTxt(name: string, servers: readonly string[] | undefined): Promise<string[][]> {
  const resolver = new Resolver({ timeout: 1_400, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), TIMEOUT_MS);
  try {
    return await resolver.resolveTxt(name);
  } finally {
    clearTimeout(timer);
  }
}
