import type { PageablePath, PageData, PageInit, PageItem } from "./pageable.ts";
import type { PorticoClient } from "./porticoClient.ts";
import { PorticoError } from "./porticoError.ts";
import type { ResultMeta } from "./resultMeta.ts";
import { unwrapWithMeta, type CallResult } from "./unwrap.ts";

/** The position of a page, in the operation's own parameters. */
export type PagePosition = { readonly cursor: string } | { readonly start: number };

export type Page<Path extends PageablePath> = {
  readonly items: PageItem<Path>[];
  /** The whole response, with the dictionaries that a history's items refer to. */
  readonly data: PageData<Path>;
  readonly meta: ResultMeta;
  /** Position of the next page; undefined after the last one. */
  readonly next: PagePosition | undefined;
};

/** All items, one by one; or page by page. Calls are made as needed; a second loop starts anew. */
export type Paginated<Path extends PageablePath> = AsyncIterable<PageItem<Path>> & {
  readonly pages: () => AsyncGenerator<Page<Path>, void, undefined>;
};

/**
 * Iterates the items of an operation with pages. A history follows `next_cursor`, which new blocks do not disturb.
 * Lists with
 * `start` advance by the items received; an item that moved to a later page meanwhile is not repeated.
 * @throws PorticoError like a call, from the loop; also if a list continues beyond the largest `start`.
 * @example for await (const tx of paginate(client, "/v1/user/history_list", { params: { query: { id, chain_id: "eth" }
 * } }));
 */
export function paginate<Path extends PageablePath>(
  client: PorticoClient,
  path: Path,
  init: PageInit<Path>,
): Paginated<Path> {
  const pages = () => listPages(client, path, init);
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { items } of pages()) {
        for (const item of items) {
          init.signal?.throwIfAborted();
          yield item;
        }
      }
    },
  };
}

async function* listPages<Path extends PageablePath>(
  client: PorticoClient,
  path: Path,
  init: PageInit<Path>,
): AsyncGenerator<Page<Path>, void, undefined> {
  const isNew = isNewTo(path, new Set());
  let position: PagePosition | undefined;
  do {
    const page = await getPage(client, path, init, position);
    const items = isHistory(path) ? page.items : page.items.filter(isNew);
    yield { ...page, items };
    position = page.next;
  } while (position !== undefined);
}

/** Reads one page. @param position - `next` of the page before; undefined: where `init` begins. */
export async function getPage<Path extends PageablePath>(
  client: PorticoClient,
  path: Path,
  init: PageInit<Path>,
  position?: PagePosition,
): Promise<Page<Path>> {
  const { query = {} } = (init.params ?? {}) as { readonly query?: Query };
  const size = isHistory(path) ? {} : { limit: query.limit ?? LARGEST_LIMIT };
  const pageQuery: Query = { ...query, ...size, ...position };
  const call = (client.GET as Get)(path, { ...init, params: { ...init.params, query: pageQuery } });
  const { data, meta } = await unwrapWithMeta(call);
  const page = isHistory(path) ? readHistory(data as HistoryData, pageQuery) : readList(data, pageQuery);
  return { ...page, data, meta } as Page<Path>;
}

type Query = { readonly cursor?: string; readonly start?: number; readonly limit?: number };
type Get = (path: string, init: object) => Promise<CallResult<object>>;
type HistoryData = readonly { readonly history_list: unknown[]; readonly next_cursor?: string | null }[];

const isHistory = (path: string): boolean => path.endsWith("history_list");

const LARGEST_LIMIT = 100;

/** A missing `next_cursor` would end a history too early, and a repeated one would never end it. */
function readHistory(data: HistoryData, { cursor }: Query) {
  const [history] = Array.isArray(data) ? (data as HistoryData) : [];
  const { history_list: items = [], next_cursor: next } = history ?? {};
  if (next === undefined)
    throw new PorticoError("unknown", "the response has no next_cursor: X-Fields must include it");
  if (next === cursor) throw new PorticoError("unknown", "the response has the same next_cursor");
  return { items, next: next === null ? undefined : { cursor: next } };
}

/** Anything but a list must not be mistaken for the last page. */
function readList(data: object | null, { start = 0, limit = LARGEST_LIMIT }: Query) {
  const items = (Array.isArray(data) ? data : Object.values(data ?? {}).find(Array.isArray)) as unknown[] | undefined;
  if (data === null || items === undefined)
    throw new PorticoError("unknown", "the response has no list: X-Fields must include it");
  const end = start + items.length;
  const isLast = "total_count" in data ? end >= Number(data.total_count) : items.length < limit;
  return { items, next: isLast || items.length === 0 ? undefined : { start: end } };
}

/**
 * By id and chain, or by a holder's address, the first of a pair. Items that X-Fields left without one of them are
 * always new: many contracts have one address on several chains.
 */
export function isNewTo(path: string, seen: Set<unknown>): (item: unknown) => boolean {
  const noChain = path.startsWith("/cloud/") || isHistory(path) ? undefined : "";
  return (item) => {
    const { 0: first, id = first, chain = noChain } = item as Record<string, string | undefined>;
    const key = `${chain} ${id}`;
    const isNew = id === undefined || chain === undefined || !seen.has(key);
    seen.add(key);
    return isNew;
  };
}
