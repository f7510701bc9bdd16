import type { paths } from "@portico/contract";
import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import type { Client } from "openapi-fetch";
import createOpenapiHooks from "openapi-react-query";
import { useCallback } from "react";
import type { PageablePath } from "../pageable.ts";
import { getPage, isNewTo, type Page, type PagePosition } from "../paginate.ts";
import type { PorticoClient } from "../porticoClient.ts";
import { dataOf, type CallResult } from "../unwrap.ts";
import type { PorticoHooks } from "./porticoHooks.ts";

/**
 * Creates React hooks for a client, with openapi-react-query. The client retries by itself: set TanStack Query's own
 * `retry` to false.
 * @example const { data } = hooks.useQuery("get", "/v1/user/total_balance", { params: { query: { id } } });
 */
export function createHooks(client: PorticoClient): PorticoHooks {
  const { useInfiniteQuery: _untyped, ...hooks } = createOpenapiHooks<paths>(throwing(client));
  const useQueryWithMeta: UseQuery = (method, path, init, ...more) =>
    (hooks.useQuery as UseQuery)(method, path, { ...init, isWithMeta: true }, ...more);
  const usePages: PorticoHooks["usePages"] = (path, init, options, queryClient) =>
    useInfiniteQuery(
      {
        ...options,
        queryKey: ["pages", path, init] as const,
        queryFn: ({ pageParam, signal }) => getPage(client, path, { ...init, signal }, pageParam),
        initialPageParam: undefined as PagePosition | undefined,
        getNextPageParam: ({ next }) => next,
        select: useCallback((data: Pages<typeof path>) => withoutRepeats(path, data), [path]),
      },
      queryClient,
    );
  return { ...hooks, useQueryWithMeta, usePages } as unknown as PorticoHooks;
}

type UseQuery = (method: never, path: never, init?: object, ...more: []) => unknown;

type Pages<Path extends PageablePath> = InfiniteData<Page<Path>, PagePosition | undefined>;

/** A row that moved to a later page while pages were read is on both: it stays on the earlier one. */
function withoutRepeats<Path extends PageablePath>(path: Path, data: Pages<Path>): Pages<Path> {
  const isNew = isNewTo(path, new Set());
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.filter(isNew) })) };
}

/** `isWithMeta` separates the cache entries of `useQueryWithMeta`: a query's key contains its init. */
type Init = { readonly isWithMeta?: boolean };
type Call = (path: string, init: object) => Promise<CallResult<unknown>>;

/**
 * openapi-react-query throws an error's body, which is undefined without one, and drops headers: this throws a
 * PorticoError first.
 */
const throwing = (client: PorticoClient): Client<paths> =>
  new Proxy(client, {
    get:
      (target, method: keyof PorticoClient) =>
      async (path: string, { isWithMeta, ...init }: Init = {}) => {
        const answer = await (target[method] as Call)(path, init);
        const data = dataOf(answer);
        return { data: isWithMeta ? { data, meta: answer.meta } : data, response: answer.response };
      },
  }) as unknown as Client<paths>;
