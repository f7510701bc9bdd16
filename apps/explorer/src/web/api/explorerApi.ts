import {
  type CallResult,
  createClient,
  type paths,
  PorticoError,
  type ResultMeta,
  unwrapWithMeta,
} from "@portico/client";
import { QueryClient, queryOptions, useQuery } from "@tanstack/react-query";

/** The data API's operations, forwarded by the page's own server. */
export const client = createClient({ baseUrl: `${location.origin}/explorer/api` });

/** Answers are of a block: those of a minute ago are asked for again when somebody looks. The client repeats what may pass. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 20_000,
      retry: false,
      refetchOnWindowFocus: true,
      networkMode: "always", // without a connection it fails, which is told, and doesn't wait in silence
      refetchOnReconnect: true,
    },
  },
});

type Answers = { readonly responses: { readonly 200: { readonly content: { readonly "application/json": unknown } } } };

/** A path that can be read. */
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

/** What was answered, and what the answer's headers say of it. */
export interface Answer<Data> {
  readonly data: Data;
  readonly meta: ResultMeta;
}

export interface AnswerOptions {
  /** Don't ask (yet). */
  readonly isOff?: boolean;
  /** Ask again after so long, while the page is looked at. */
  readonly refreshMs?: number;
}

type LooseGet = <Data>(path: string, init: object) => Promise<CallResult<Data>>;

/** Asks once. @throws PorticoError */
export async function readAnswer<Path extends ReadPath>(
  path: Path,
  init: ReadInit<Path>,
  signal?: AbortSignal,
): Promise<Answer<AnswerData<Path>>> {
  const { data, meta } = await unwrapWithMeta((client.GET as LooseGet)<AnswerData<Path>>(path, { ...init, signal }));
  return { data, meta };
}

/** For who asks by a query of its own kind. */
export const answerOptions = <Path extends ReadPath>(path: Path, init: ReadInit<Path>) =>
  queryOptions({ queryKey: [path, init], queryFn: ({ signal }) => readAnswer(path, init, signal) });

const AGAIN_MS = 2_500;
const AGAIN_MOST_MS = 30_000;

/** When to ask again for what is on its way, less often each time; undefined when all is there. */
export const againMs = (meta: ResultMeta | undefined, answers: number): number | undefined =>
  isOnItsWay(meta) ? backOff(answers) : undefined;

const backOff = (times: number): number => Math.min(AGAIN_MOST_MS, AGAIN_MS * 1.4 ** Math.max(0, times - 1));

/** An operation's answer as a query. While the server is still reading something for it, it is asked again. */
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

/** When to ask again after there was no answer because chains or nodes were not ready. */
const notReadyMs = (error: unknown, errors: number): number | undefined =>
  error !== null && codeOf(error) === "upstream_error" ? backOff(errors) : undefined;

/** Whether more of the answer comes by itself. */
const isOnItsWay = (meta: ResultMeta | undefined): boolean =>
  meta?.chains.some(({ isUnread, isSyncing, isRefreshing }) => isUnread || isSyncing || isRefreshing) ?? false;

/** The contract's code of a failure. */
export const codeOf = (error: unknown): string => (error instanceof PorticoError ? error.code : "unreachable");
