import type { paths } from "@portico/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Client } from "openapi-fetch";
import createOpenapiHooks from "openapi-react-query";
import { getPage, type PagePosition } from "../paginate.ts";
import type { PorticoClient } from "../porticoClient.ts";
import { unwrap, type CallResult } from "../unwrap.ts";
import type { PorticoHooks } from "./porticoHooks.ts";

/**
 * React hooks over a client, by openapi-react-query. The client repeats calls itself: set TanStack Query's own `retry` to false.
 * @example const { data } = hooks.useQuery("get", "/v1/user/total_balance", { params: { query: { id } } });
 */
export function createHooks(client: PorticoClient): PorticoHooks {
  const { useInfiniteQuery: _untyped, ...hooks } = createOpenapiHooks(throwing(client));
  const usePages: PorticoHooks["usePages"] = (path, init, options, queryClient) =>
    useInfiniteQuery(
      {
        ...options,
        queryKey: ["pages", path, init] as const,
        queryFn: ({ pageParam, signal }) => getPage(client, path, { ...init, signal }, pageParam),
        initialPageParam: undefined as PagePosition | undefined,
        getNextPageParam: ({ next }) => next,
      },
      queryClient,
    );
  return { ...(hooks as unknown as Omit<PorticoHooks, "usePages">), usePages };
}

type Call = (path: string, init?: object) => Promise<CallResult<unknown>>;

/** openapi-react-query throws the body of an error, which is nothing when there is none: this throws a PorticoError first. */
const throwing = (client: PorticoClient): Client<paths> =>
  new Proxy(client, {
    get: (target, method: keyof PorticoClient) => async (path: string, init?: object) => {
      const call = (target[method] as Call)(path, init);
      await unwrap(call);
      return call;
    },
  }) as unknown as Client<paths>;
