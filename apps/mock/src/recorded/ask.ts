import { quote, ServiceError } from "@portico/server/errors";
import type { Asked } from "./reach.ts";
import { listServed, writeChains } from "./reach.ts";
import type { Person } from "./recording.ts";

/** A request of a data operation, with valid parameters. */
export interface Ask extends Asked {
  readonly query: Readonly<Record<string, string | string[]>>;
  readonly person: Person;
}

/** The response. */
export interface Told {
  readonly body: unknown;
  /** The header Portico-Chains; undefined if the operation has none. */
  readonly chains?: string;
}

/** Responds from the recording; undefined: not recorded. @throws ServiceError. */
export type Answering = (ask: Ask) => Told | undefined;

/** A parameter as text; an empty one is absent. */
export function findText({ query }: Ask, name: string): string | undefined {
  const value = query[name];
  const text = Array.isArray(value) ? value.join(",") : value;
  return text === "" ? undefined : text;
}

export const getText = (ask: Ask, name: string): string => findText(ask, name) ?? "";

/** The chains of a list parameter, deduplicated; every chain if it is absent. */
export function listAsked(ask: Ask): string[] {
  const everyChain = ask.recording.catalogue.chains.map(({ id }) => id);
  const listed = findText(ask, "chain_ids")?.split(",") ?? everyChain;
  for (const slug of listed) if (!everyChain.includes(slug)) throw noChain(ask, slug);
  return [...new Set(listed)];
}

/** A response about one chain. @throws ServiceError if the chain isn't served, or fails. */
export function tellOfChain(ask: Ask, body: (chain: string) => unknown): Told {
  const chain = requireServed(ask, getText(ask, "chain_id"));
  return { body: body(chain), chains: writeChains(ask, [chain]) };
}

/** A response about the requested chains; `body` gets those that respond. */
export function tellOfChains(ask: Ask, body: (isShown: (one: { chain: string }) => boolean) => unknown): Told {
  const asked = listAsked(ask);
  const shown = new Set(listServed(ask).filter((slug) => asked.includes(slug)));
  return { body: body(({ chain }) => shown.has(chain)), chains: writeChains(ask, asked) };
}

/** The same for an address. @throws ServiceError like requireAnyReady */
export function tellOfReadyChains(ask: Ask, body: Parameters<typeof tellOfChains>[1]): Told {
  requireAnyReady(ask, listAsked(ask));
  return tellOfChains(ask, body);
}

/** @throws ServiceError if no chain is ready and some will be: an empty response would look like an empty wallet. */
export function requireAnyReady(ask: Asked, slugs: readonly string[]): void {
  if (listServed(ask).some((slug) => slugs.includes(slug))) return;
  const waited = slugs.find((slug) => ["syncing", "unread"].includes(ask.faults.get(slug) ?? ""));
  if (waited !== undefined) requireServed(ask, waited);
}

/** @throws ServiceError if the chain isn't served. */
export function requireKnown(ask: Asked, slug: string): void {
  if (!ask.recording.catalogue.reaches.some(({ chain }) => chain === slug)) throw noChain(ask, slug);
}

/** @throws ServiceError if the chain isn't served, or fails. */
export function requireServed(ask: Asked, slug: string): string {
  requireKnown(ask, slug);
  const fault = ask.faults.get(slug);
  if (fault === undefined) return slug;
  throw new ServiceError("upstream_error", `The chain '${slug}' can't answer just now (${fault})`, {
    headers: { "retry-after": "5" },
  });
}

export function noChain({ recording: { catalogue } }: Asked, slug: string): ServiceError {
  const served = catalogue.reaches.map(({ chain }) => chain).toSorted();
  const fault = catalogue.chains.some(({ id }) => id === slug)
    ? `Chain '${slug}' is not served here`
    : `Unknown chain ${quote(slug)}`;
  return new ServiceError("invalid_chain", `${fault}. Served here: ${served.join(", ")}`);
}
