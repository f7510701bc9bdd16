import { quote, ServiceError } from "@portico/server/errors";
import type { RecordingContext } from "./syncStatus.ts";
import { listServed, writeChains } from "./syncStatus.ts";
import type { RecordedUser } from "./recording.ts";

/** A request of a data operation, with valid parameters. */
export interface RecordedRequest extends RecordingContext {
  readonly query: Readonly<Record<string, string | string[]>>;
  readonly user: RecordedUser;
}

/** The response. */
export interface RecordedReply {
  readonly body: unknown;
  /** The header Portico-Chains; undefined if the operation has none. */
  readonly chains?: string;
}

/** Responds from the recording; undefined: not recorded. @throws ServiceError. */
export type RecordedHandler = (request: RecordedRequest) => RecordedReply | undefined;

/** A parameter as text; an empty one is absent. */
export function findText({ query }: RecordedRequest, name: string): string | undefined {
  const value = query[name];
  const text = Array.isArray(value) ? value.join(",") : value;
  return text === "" ? undefined : text;
}

export const getText = (request: RecordedRequest, name: string): string => findText(request, name) ?? "";

/** The chains of a list parameter, deduplicated; every chain if it is absent. */
export function listRequestedChains(request: RecordedRequest): string[] {
  const everyChain = request.recording.catalogue.chains.map(({ id }) => id);
  const listed = findText(request, "chain_ids")?.split(",") ?? everyChain;
  for (const slug of listed) if (!everyChain.includes(slug)) throw noChain(request, slug);
  return [...new Set(listed)];
}

/** A response about one chain. @throws ServiceError if the chain isn't served, or fails. */
export function replyForChain(request: RecordedRequest, body: (chain: string) => unknown): RecordedReply {
  const chain = requireServed(request, getText(request, "chain_id"));
  return { body: body(chain), chains: writeChains(request, [chain]) };
}

/** A response about the requested chains; `body` gets those that respond. */
export function replyForChains(
  request: RecordedRequest,
  body: (isShown: (one: { chain: string }) => boolean) => unknown,
): RecordedReply {
  const slugs = listRequestedChains(request);
  const shown = new Set(listServed(request).filter((slug) => slugs.includes(slug)));
  return { body: body(({ chain }) => shown.has(chain)), chains: writeChains(request, slugs) };
}

/** The same for an address. @throws ServiceError like requireAnyReady */
export function replyForReadyChains(
  request: RecordedRequest,
  body: Parameters<typeof replyForChains>[1],
): RecordedReply {
  requireAnyReady(request, listRequestedChains(request));
  return replyForChains(request, body);
}

/** @throws ServiceError if no chain is ready and some will be: an empty response would look like an empty wallet. */
export function requireAnyReady(request: RecordingContext, slugs: readonly string[]): void {
  if (listServed(request).some((slug) => slugs.includes(slug))) return;
  const waited = slugs.find((slug) => ["syncing", "unread"].includes(request.faults.get(slug) ?? ""));
  if (waited !== undefined) requireServed(request, waited);
}

/** @throws ServiceError if the chain isn't served. */
export function requireKnown(request: RecordingContext, slug: string): void {
  if (!request.recording.catalogue.reaches.some(({ chain }) => chain === slug)) throw noChain(request, slug);
}

/** @throws ServiceError if the chain isn't served, or fails. */
export function requireServed(request: RecordingContext, slug: string): string {
  requireKnown(request, slug);
  const fault = request.faults.get(slug);
  if (fault === undefined) return slug;
  throw new ServiceError("upstream_error", `The chain '${slug}' is temporarily unavailable (${fault})`, {
    headers: { "retry-after": "5" },
  });
}

export function noChain({ recording: { catalogue } }: RecordingContext, slug: string): ServiceError {
  const served = catalogue.reaches.map(({ chain }) => chain).toSorted();
  const fault = catalogue.chains.some(({ id }) => id === slug)
    ? `Chain '${slug}' is not served here`
    : `Unknown chain ${quote(slug)}`;
  return new ServiceError("invalid_chain", `${fault}. Served here: ${served.join(", ")}`);
}
