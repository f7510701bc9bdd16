import type { Token } from "@portico/contract";
import type { PorticoClient } from "../porticoClient.ts";
import type { ResultMeta } from "../resultMeta.ts";
import { withRequest } from "../withRequest.ts";

/** The most ids that the contract permits in one call of `/v1/token/list_by_ids`. */
const MAX_IDS = 100;

type Result = { data?: unknown; error?: unknown; response: Response; readonly meta: ResultMeta };
type Send = (method: string, path: string, init?: object) => Promise<Result>;

/** A call of `/v1/token` that has no other options than these. */
type Lookup = { readonly chain: string; readonly id: string; readonly signal?: AbortSignal | null | undefined };

type Waiting = Lookup & {
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
};

/**
 * The same client, except that the calls of `GET /v1/token` that start in one tick, before the event loop goes on, are
 * sent as one call of `GET /v1/token/list_by_ids` for each chain and 100 ids. Each caller gets its own token or the same
 * error as otherwise; `response` and `meta` are those of the list. Calls with options besides parameters and `signal`
 * are sent alone.
 * @example const client = batchTokens(createClient({ baseUrl, accessKey }));
 */
export function batchTokens(client: PorticoClient): PorticoClient {
  const send = client.request as unknown as Send;
  let waiting: Waiting[] = [];
  const flush = () => {
    const all = waiting.filter(({ signal }) => signal?.aborted !== true);
    waiting = [];
    for (const [chain, ofChain] of groupBy(all, (lookup) => lookup.chain)) {
      const byId = [...groupBy(ofChain, ({ id }) => id)];
      for (let start = 0; start < byId.length; start += MAX_IDS)
        void answer(send, chain, byId.slice(start, start + MAX_IDS));
    }
  };
  const add = (lookup: Lookup) => {
    const ended = new AbortController();
    return new Promise<Result>((resolve, reject) => {
      lookup.signal?.throwIfAborted();
      onAbort(lookup, () => reject(lookup.signal?.reason as Error), ended);
      if (waiting.push({ ...lookup, resolve, reject }) === 1) queueMicrotask(flush);
    }).finally(() => ended.abort());
  };
  const request: Send = (method, path, init) => {
    const lookup = method === "get" && path === "/v1/token" ? readLookup(init) : undefined;
    return lookup === undefined ? send(method, path, init) : add(lookup);
  };
  return withRequest(client, request);
}

function readLookup(init: object = {}): Lookup | undefined {
  const { params = {}, signal, ...options } = init as { params?: { query?: object }; signal?: Lookup["signal"] };
  const { query = {}, ...elsewhere } = params;
  const { chain_id: chain, id, ...others } = query as { readonly chain_id?: unknown; readonly id?: unknown };
  const rest: unknown[] = [options, elsewhere, others].flatMap((part) => Object.values(part));
  const isPlain = rest.every((value) => value === undefined);
  return isPlain && typeof chain === "string" && typeof id === "string" ? { chain, id, signal } : undefined;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** Statuses of a list that one of its ids, or a key's permissions, may be the reason of: each id is asked for alone. */
const OF_THE_LIST: ReadonlySet<number> = new Set([400, 403]);

async function answer(send: Send, chain: string, byId: readonly (readonly [string, Waiting[]])[]): Promise<void> {
  const sendAlone = ([id, callers]: readonly [string, Waiting[]]) => {
    const call = sendFor(callers, send, "/v1/token", { chain_id: chain, id });
    for (const { resolve, reject } of callers) call.then(resolve, reject);
  };
  const all = byId.flatMap(([, callers]) => callers);
  try {
    if (byId.length === 1) return byId.forEach(sendAlone);
    const query = { chain_id: chain, ids: byId.map(([id]) => id) };
    const list = await sendFor(all, send, "/v1/token/list_by_ids", query);
    if (OF_THE_LIST.has(list.response.status)) return byId.forEach(sendAlone);
    if (list.data === undefined) return all.forEach(({ resolve }) => resolve(list));
    const tokens = new Map((list.data as Token[]).map((token) => [token.id.toLowerCase(), token]));
    for (const [id, callers] of byId) {
      const token = tokens.get(id.toLowerCase());
      if (token === undefined) sendAlone([id, callers]); // unknown, or not indexed yet
      else callers.forEach(({ resolve }) => resolve(withData(list, token)));
    }
  } catch (error) {
    for (const { reject } of all) reject(error);
  }
}

const withData = (list: Result, data: Token): Result => ({
  data,
  response: list.response,
  get meta() {
    return list.meta;
  },
});

/** A shared call, which is aborted once none of its callers waits for it any longer. */
async function sendFor(callers: readonly Waiting[], send: Send, path: string, query: object): Promise<Result> {
  const all = new AbortController();
  const waiting = new Set(callers.filter(({ signal }) => signal?.aborted !== true));
  const end = (caller: Waiting) => waiting.delete(caller) && waiting.size === 0 && all.abort(caller.signal?.reason);
  const ended = new AbortController();
  for (const caller of waiting) onAbort(caller, () => end(caller), ended);
  if (waiting.size === 0) all.abort(callers[0]?.signal?.reason);
  try {
    return await send("get", path, { params: { query }, signal: all.signal });
  } finally {
    ended.abort();
  }
}

/** Listens until `ended`, so that a signal that outlives the call doesn't keep it. */
const onAbort = ({ signal }: Lookup, run: () => void, ended: AbortController): void =>
  signal?.addEventListener("abort", run, { signal: ended.signal });
