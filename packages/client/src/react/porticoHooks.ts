import type { paths } from "@portico/contract";
import type {
  InfiniteData,
  QueryClient,
  UseInfiniteQueryOptions,
  UseInfiniteQueryResult,
  UseMutationOptions,
  UseMutationResult,
  UseQueryOptions,
  UseQueryResult,
  UseSuspenseQueryOptions,
  UseSuspenseQueryResult,
} from "@tanstack/react-query";
import type { MaybeOptionalInit } from "openapi-fetch";
import type { HttpMethod, PathsWithMethod, RequiredKeysOf, SuccessResponse } from "openapi-typescript-helpers";
import type { PageablePath, PageInit } from "../pageable.ts";
import type { Page, PagePosition } from "../paginate.ts";
import type { CallOptions } from "../porticoClient.ts";
import type { PorticoError } from "../porticoError.ts";
import type { WithMeta } from "../unwrap.ts";

/** Response data of an operation. */
export type HookData<Verb extends HttpMethod, Path extends keyof paths> = paths[Path][Verb] extends {
  responses: infer Responses extends Record<string | number, unknown>;
}
  ? SuccessResponse<Responses>
  : never;

export type QueryKey = readonly [method: string, path: string, init?: unknown];

/** TanStack Query's options, except those that the hook sets. */
export type HookOptions<Options> = Omit<Options, "queryKey" | "queryFn" | "mutationKey" | "mutationFn">;

type Init<Verb extends HttpMethod, Path extends keyof paths> = MaybeOptionalInit<paths[Path], Verb> & CallOptions;

/** An init without required fields may be omitted. */
type Rest<Own, More extends readonly unknown[]> =
  RequiredKeysOf<Own> extends never ? [init?: Own, ...more: Partial<More>] : [init: Own, ...more: Partial<More>];

type Queries<Data, Selected> = HookOptions<UseQueryOptions<Data, PorticoError, Selected, QueryKey>>;
type SuspenseQueries<Data, Selected> = HookOptions<UseSuspenseQueryOptions<Data, PorticoError, Selected, QueryKey>>;

/** TanStack Query's hooks, typed by the contract. Every error is a PorticoError. */
export type PorticoHooks = {
  readonly useQuery: <
    Verb extends HttpMethod,
    Path extends PathsWithMethod<paths, Verb>,
    Selected = HookData<Verb, Path>,
  >(
    method: Verb,
    path: Path,
    ...rest: Rest<
      Init<Verb, Path>,
      [options: Queries<HookData<Verb, Path>, Selected> | undefined, queryClient: QueryClient]
    >
  ) => UseQueryResult<Selected, PorticoError>;
  readonly useSuspenseQuery: <
    Verb extends HttpMethod,
    Path extends PathsWithMethod<paths, Verb>,
    Selected = HookData<Verb, Path>,
  >(
    method: Verb,
    path: Path,
    ...rest: Rest<
      Init<Verb, Path>,
      [options: SuspenseQueries<HookData<Verb, Path>, Selected> | undefined, queryClient: QueryClient]
    >
  ) => UseSuspenseQueryResult<Selected, PorticoError>;
  /**
   * Like `useQuery`, with the metadata of headers beside the data: chains that are missing (`data.meta.chains`), and
   * the
   * remaining rate limit (`data.meta.rateLimit`). Cached separately from `useQuery`.
   */
  readonly useQueryWithMeta: <
    Verb extends HttpMethod,
    Path extends PathsWithMethod<paths, Verb>,
    Selected = WithMeta<HookData<Verb, Path>>,
  >(
    method: Verb,
    path: Path,
    ...rest: Rest<
      Init<Verb, Path>,
      [options: Queries<WithMeta<HookData<Verb, Path>>, Selected> | undefined, queryClient: QueryClient]
    >
  ) => UseQueryResult<Selected, PorticoError>;
  /** For `useQueries`, `prefetchQuery` and similar functions. */
  readonly queryOptions: <
    Verb extends HttpMethod,
    Path extends PathsWithMethod<paths, Verb>,
    Selected = HookData<Verb, Path>,
  >(
    method: Verb,
    path: Path,
    ...rest: Rest<Init<Verb, Path>, [options: Queries<HookData<Verb, Path>, Selected>]>
  ) => Queries<HookData<Verb, Path>, Selected> & {
    readonly queryKey: QueryKey;
    readonly queryFn: (context: {
      readonly queryKey: QueryKey;
      readonly signal: AbortSignal;
    }) => Promise<HookData<Verb, Path>>;
  };
  readonly useMutation: <Verb extends HttpMethod, Path extends PathsWithMethod<paths, Verb>>(
    method: Verb,
    path: Path,
    options?: HookOptions<UseMutationOptions<HookData<Verb, Path>, PorticoError, Init<Verb, Path>>>,
    queryClient?: QueryClient,
  ) => UseMutationResult<HookData<Verb, Path>, PorticoError, Init<Verb, Path>>;
  /**
   * Pages of an operation: `fetchNextPage`, `hasNextPage`, `data.pages[0].items`. No item is on two
   * pages, even if a list changes meanwhile.
   */
  readonly usePages: <Path extends PageablePath>(
    path: Path,
    init: PageInit<Path>,
    options?: PagesOptions<Path>,
    queryClient?: QueryClient,
  ) => UseInfiniteQueryResult<InfiniteData<Page<Path>, PagePosition | undefined>, PorticoError>;
};

export type PagesOptions<Path extends PageablePath> = Omit<
  HookOptions<
    UseInfiniteQueryOptions<
      Page<Path>,
      PorticoError,
      InfiniteData<Page<Path>, PagePosition | undefined>,
      QueryKey,
      PagePosition | undefined
    >
  >,
  "initialPageParam" | "getNextPageParam" | "select"
>;
