import {
  type CallResult,
  createClient,
  type paths,
  PorticoError,
  type ResultMeta,
  unwrapWithMeta,
} from "@portico/client";
import { QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { secondsToWait } from "../parts/explainFailure.ts";

/** The data API's operations, forwarded by the page's own server. */
export const client = createClient({ baseUrl: `${location.origin}/explorer/api` });

/** Results belong to a block: stale ones are refetched when the window gets the focus. Retries are the client's. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 20_000,
      retry: false,
      refetchOnWindowFocus: true,
      networkMode: "always", // without a connection it fails visibly instead of pausing
      refetchOnReconnect: true,
      // a part of the page that comes later doesn't ask before the server allows it
      retryOnMount: ({ state: { error, errorUpdatedAt } }) =>
        Date.now() >= errorUpdatedAt + (secondsToWait(error) ?? 0) * 1000,
    },
  },
});

type Answers = { readonly responses: { readonly 200: { readonly content: { readonly "application/json": unknown } } } };

/** A path of the contract that can be read. */
export type ReadPath = {
  [Path in keyof paths]: paths[Path] extends { readonly get: Answers } ? Path : never;
}[keyof paths];

type Read<Path extends ReadPath> = paths[Path] extends { readonly get: infer Operation extends Answers }
  ? Operation
  : never;

export type ReadInit<Path extends ReadPath> =
  Read<Path> extends { readonly parameters: { readonly query: infer Query } }
    ? { readonly params: { readonly query: Query } }
    : Read<Path> extends { readonly parameters: { readonly query?: infer Query } }
      ? { readonly params?: { readonly query?: Query } }
      : Record<string, never>;

export type AnswerData<Path extends ReadPath> = Read<Path>["responses"][200]["content"]["application/json"];

/** A response's data, and metadata from its headers. */
export interface Answer<Data> {
  readonly data: Data;
  readonly meta: ResultMeta;
}

export interface AnswerOptions {
  /** Don't send a request (yet). */
  readonly isOff?: boolean;
  /** Refetch interval, while the page is visible. */
  readonly refreshMs?: number;
}

type LooseGet = <Data>(path: string, init: object) => Promise<CallResult<Data>>;

/** Sends one request. @throws PorticoError */
export async function readAnswer<Path extends ReadPath>(
  path: Path,
  init: ReadInit<Path>,
  signal?: AbortSignal,
): Promise<Answer<AnswerData<Path>>> {
  const { data, meta } = await unwrapWithMeta((client.GET as LooseGet)<AnswerData<Path>>(path, { ...init, signal }));
  return { data, meta };
}

/** For queries that need options of their own. */
export const answerOptions = <Path extends ReadPath>(path: Path, init: ReadInit<Path>) =>
  queryOptions({ queryKey: [path, init], queryFn: ({ signal }) => readAnswer(path, init, signal) });

const AGAIN_MS = 2_500;
const MAX_RETRY_MS = 30_000;

/** When to refetch a result that is still incomplete, with backoff; undefined if it is complete. */
export const againMs = (meta: ResultMeta | undefined, answers: number): number | undefined =>
  isOnItsWay(meta) ? backOff(answers) : undefined;

const backOff = (times: number): number => Math.min(MAX_RETRY_MS, AGAIN_MS * 1.4 ** Math.max(0, times - 1));

/** An operation's result as a query. While the server is still reading parts of it, it is refetched. */
export const useAnswer = <Path extends ReadPath>(
  path: Path,
  init: ReadInit<Path>,
  { isOff = false, refreshMs }: AnswerOptions = {},
) =>
  useQuery({
    ...answerOptions(path, init),
    enabled: !isOff,
    refetchInterval: ({ state }) =>
      againMs(state.data?.meta, state.dataUpdateCount) ??
      notReadyMs(state.error, state.errorUpdateCount) ??
      refreshMs ??
      false,
  });

/** When to retry after a failure because chains or nodes were not ready. */
const notReadyMs = (error: unknown, errors: number): number | undefined =>
  error !== null && codeOf(error) === "upstream_error" ? backOff(errors) : undefined;

/** Whether the server is still reading parts of the result. */
const isOnItsWay = (meta: ResultMeta | undefined): boolean =>
  meta?.chains.some(
    ({ isUnread, isSyncing, isScanning, isRefreshing, isCollecting }) =>
      isUnread || isSyncing || isScanning || isRefreshing || isCollecting,
  ) ?? false;

/** The contract's error code of a failure. */
export const codeOf = (error: unknown): string => (error instanceof PorticoError ? error.code : "unreachable");
