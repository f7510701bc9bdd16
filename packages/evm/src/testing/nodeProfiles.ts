import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { httpPost, withWhole } from "../httpPost.ts";
import { listenLocally, type LocalServer } from "./listenLocally.ts";
import { createRefusals, type NodeCall, type NodeProfile, type Refusals } from "./nodeRefusals.ts";

export type { NodeProfile };

const TRACES = /^(debug|trace|ots)_/;

/** As public endpoints are. */
export const NODE_PROFILES = {
  public10: { logBlocks: 10, maxBatch: 10, lacks: TRACES, maxTopics: 1_000 },
  public1000: { logBlocks: 1_000, lacks: TRACES, maxTopics: 1_000 },
  public10000: { logBlocks: 10_000, lacks: TRACES, maxTopics: 1_000 },
  addressList: { needsAddress: true, lacks: TRACES },
  vague: { logBlocks: 10, maxBatch: 10, maxTopics: 4, lacks: TRACES, isVague: true },
  noBatch: { maxBatch: 1 },
  batch10: { maxBatch: 10, isVague: true },
  pruned128: { stateBlocks: 128, lacks: TRACES },
  rate5: { rps: 5 },
  rate25: { rps: 25 },
  rateErrors: { rps: 25, rateBy: "error" },
  html: { htmlEvery: 5 },
  slow: { delayMs: 50 },
  bare: { lacks: /^(debug|trace|ots|web3|erigon)_|^eth_(getBlockReceipts|simulateV1|feeHistory|createAccessList)$/ },
} as const satisfies Record<string, NodeProfile>;

export type NodeProfileName = keyof typeof NODE_PROFILES;

export interface MethodCount {
  requests: number;
  refused: number;
  /** Of requests and responses; those of a batch are divided among its calls. */
  bytes: number;
}

/** A proxy of a node with an endpoint's limits. */
export interface ProfiledNode extends LocalServer {
  readonly counts: ReadonlyMap<string, MethodCount>;
  /** HTTP requests. */
  readonly posts: () => number;
  /** Calls that were refused because of their rate. */
  readonly limited: () => number;
  /** Refused requests that an earlier response had ruled out: the node had said that it refuses them. */
  readonly repeated: () => readonly string[];
}

const JSON_TYPE = { "content-type": "application/json" };
const PAGE = "<!doctype html><title>502 Bad Gateway</title><h1>Bad Gateway</h1>";

export async function startNodeProfile(target: string, profile: NodeProfile | NodeProfileName): Promise<ProfiledNode> {
  const limits: NodeProfile = typeof profile === "string" ? NODE_PROFILES[profile] : profile;
  const counts = new Map<string, MethodCount>();
  const refusals = createRefusals(limits, () => readHead(target));
  const take = createBucket(limits.rps, limits.burst);
  let [posts, limited] = [0, 0];

  const count = (calls: readonly NodeCall[], bytes: number, isRefused: (call: NodeCall) => boolean): void => {
    for (const call of calls) {
      const known = counts.get(call.method) ?? { requests: 0, refused: 0, bytes: 0 };
      const refused = known.refused + (isRefused(call) ? 1 : 0);
      counts.set(call.method, { requests: known.requests + 1, refused, bytes: known.bytes + bytes / calls.length });
    }
  };
  const respond = async (body: string): Promise<Reply> => {
    const parsed: NodeCall | NodeCall[] = JSON.parse(body);
    const calls = [parsed].flat();
    if (limits.htmlEvery !== undefined && posts % limits.htmlEvery === 0) return { calls, page: PAGE };
    if (!take(limits.rpsOf === "requests" ? 1 : calls.length)) {
      limited += calls.length;
      return { calls, limited: true };
    }
    return { calls, ...(await answer(target, parsed, refusals)) };
  };
  const server = createServer((request, response) => {
    void (async () => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      posts++;
      const reply = await respond(body);
      if (limits.delayMs !== undefined) await sleep(limits.delayMs);
      const isPage = "page" in reply;
      const text = isPage ? reply.page : "limited" in reply ? toLimited(limits, body) : reply.text;
      const isAll = isPage || "limited" in reply;
      count(reply.calls, body.length + text.length, (call) => isAll || (reply.refused.has(call.id) ?? false));
      const isStatus = "limited" in reply && limits.rateBy !== "error";
      const headers = isPage ? { "content-type": "text/html" } : JSON_TYPE;
      response.writeHead(isPage ? 502 : isStatus ? 429 : 200, { ...headers, ...(isStatus && { "retry-after": "1" }) });
      response.end(text);
      if ("refused" in reply) refusals.noteSent(reply.refused.values());
    })().catch(() => response.destroy());
  });
  const local = await listenLocally(server);
  return { ...local, counts, posts: () => posts, limited: () => limited, repeated: () => refusals.repeated() };
}

type Refused = Awaited<ReturnType<Refusals["find"]>>;
type Reply = { calls: readonly NodeCall[] } & (
  | { page: string }
  | { limited: true }
  | { text: string; refused: ReadonlyMap<unknown, NonNullable<Refused>> }
);

const toLimited = ({ rps = 0, isVague, rateBy }: NodeProfile, body: string): string => {
  const message = isVague ? "Too many requests" : `request limit reached: ${rps} requests per second`;
  if (rateBy !== "error") return message;
  const [first] = [JSON.parse(body) as NodeCall | NodeCall[]].flat();
  return JSON.stringify({ jsonrpc: "2.0", id: first?.id ?? null, error: { code: -32_005, message } });
};

async function answer(target: string, body: NodeCall | NodeCall[], refusals: Refusals) {
  const calls = [body].flat();
  const refused = new Map<unknown, NonNullable<Refused>>();
  const batch = Array.isArray(body) ? refusals.findBatch(calls.length) : undefined;
  if (batch !== undefined) {
    for (const { id } of calls) refused.set(id, batch);
    return { text: JSON.stringify({ jsonrpc: "2.0", id: null, error: batch.error }), refused };
  }
  for (const call of calls) {
    const found = await refusals.find(call);
    if (found !== undefined) refused.set(call.id, found);
  }
  const taken = calls.filter(({ id }) => !refused.has(id));
  const answers = taken.length === 0 ? [] : await post<{ id: unknown }[]>(target, taken);
  const byId = new Map(answers.map((one) => [one.id, one]));
  const all = calls.map(({ id }) => byId.get(id) ?? { jsonrpc: "2.0", id, error: refused.get(id)?.error });
  return { text: JSON.stringify(Array.isArray(body) ? all : all[0]), refused };
}

const readHead = async (target: string): Promise<number> => {
  const call = { jsonrpc: "2.0", id: 1, method: "eth_blockNumber", params: [] };
  const [{ result }] = await post<[{ result: string }]>(target, [call]);
  return Number(result);
};

async function post<T>(target: string, body: unknown): Promise<T> {
  const { signal } = new AbortController();
  const text = JSON.stringify(body);
  const reply = await httpPost({ url: target, headers: JSON_TYPE, body: text, signal, maxBytes: Infinity });
  return withWhole(reply.body, (whole) => JSON.parse(whole.toString()) as T);
}

/** A token bucket that holds a second's calls, or `burst`. @returns whether this many calls are within the rate. */
export function createBucket(rps: number | undefined, burst = rps ?? 0): (calls: number) => boolean {
  if (rps === undefined) return () => true;
  let [tokens, refilledAt] = [burst, performance.now()];
  return (calls) => {
    const now = performance.now();
    tokens = Math.min(burst, tokens + ((now - refilledAt) / 1000) * rps);
    refilledAt = now;
    if (tokens < calls) return false;
    tokens -= calls;
    return true;
  };
}
