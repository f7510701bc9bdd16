import { basicAuthorization } from "./basicAuthorization.ts";
import { getTimeoutMs } from "./callWeight.ts";
import { httpPost, OversizeError, release, withWhole } from "./httpPost.ts";
import type { HttpAnswer } from "./httpPost.ts";
import { parseEach } from "./parseEach.ts";
import { findNamedRate } from "./profile/namedLimit.ts";
import { parseReplies } from "./replyBytes.ts";
import type { ResultReader } from "./replyBytes.ts";
import { EndpointError, getBackoffMs, isBatchTooLarge, isRateLimited } from "./rpcErrors.ts";
import type { RpcErrorObject } from "./rpcErrors.ts";

export interface RpcCall {
  method: string;
  params?: unknown;
  /** Reads the result from the bytes, instead of JSON.parse: for large replies. */
  readResult?: ResultReader | undefined;
  /** Reduces a parsed result, so that the rest is garbage before the next one is parsed. */
  compact?: ((result: unknown) => unknown) | undefined;
}

/** `failure`: the reply to this very call is unusable; others of its batch may be fine. */
export type RpcReply = { result: unknown } | { error: RpcErrorObject } | { failure: EndpointError };

/** Target of requests. The URL may contain a provider's key, so only `host` may be logged. */
export interface PostTarget {
  url: string;
  host: string;
  headers: Record<string, string>;
  /** For calls of medium weight: see `getTimeoutMs`. */
  timeoutMs: number;
  /** Of one reply's body. */
  maxBytes: number;
}

export interface Posted {
  /** In the order of the calls; undefined if the node refuses such a batch. */
  replies: RpcReply[] | undefined;
  /** Size of the body. */
  bytes: number;
  /** Its message if it refuses a batch. */
  refusal: string;
}

/** Splits `https://user:password@host/path` into a bare URL and an Authorization header. */
export function createPostTarget(text: string, limits: Pick<PostTarget, "maxBytes" | "timeoutMs">): PostTarget {
  const url = new URL(text);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (url.username !== "") {
    headers["authorization"] = basicAuthorization(url);
    url.username = url.password = "";
  }
  return { url: url.href, host: url.host, headers, ...limits };
}

/** Never reused, so that a late reply to an earlier call can't match. */
let lastId = 0;

/**
 * Sends calls as one JSON-RPC request; they must share their readers.
 * @throws EndpointError without a usable response.
 */
export async function postJsonRpc(target: PostTarget, calls: readonly RpcCall[]): Promise<Posted> {
  const firstId = lastId + 1;
  lastId += calls.length;
  const requests = calls.map(({ method, params }, at) => ({
    jsonrpc: "2.0",
    id: firstId + at,
    method,
    params: params ?? [],
  }));
  const timeoutMs = getTimeoutMs(
    calls.map(({ method }) => method),
    target.timeoutMs,
  );
  const response = await post({ ...target, timeoutMs }, JSON.stringify(calls.length === 1 ? requests[0] : requests));
  const bytes = response.body.reduce((sum, piece) => sum + piece.length, 0);
  if (calls.length > 1 && response.status === 400 && !isJson(response)) {
    return { replies: undefined, bytes, refusal: "" };
  }
  const answer = parseAnswer(target, response, calls[0]);
  release(response.body);
  if (calls.length === 1) return { replies: [toSingleReply(target, answer, firstId)], bytes, refusal: "" };
  const refusal = findRefusal(target, answer, response);
  return {
    replies: refusal === undefined ? inOrder(target, answer as unknown[], requests) : undefined,
    bytes,
    refusal: refusal ?? "",
  };
}

function isJson({ body }: HttpAnswer): boolean {
  try {
    withWhole(body, (bytes) => JSON.parse(bytes.toString()) as unknown);
    return true;
  } catch {
    return false;
  }
}

async function post({ url, host, headers, timeoutMs, maxBytes }: PostTarget, body: string): Promise<HttpAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  let answer: HttpAnswer;
  try {
    answer = await httpPost({ url, headers, body, signal, maxBytes });
  } catch (cause) {
    if (cause instanceof OversizeError) {
      throw new EndpointError("oversize", `${host} returned more than ${maxBytes} bytes`, { cause });
    }
    const what = signal.aborted ? `did not respond within ${timeoutMs} ms` : "could not be reached";
    throw new EndpointError(signal.aborted ? "timeout" : "network", `${host} ${what}`, { cause });
  }
  if (answer.isReconnected) throw new EndpointError("reconnected", `${host} had closed the connection`);
  return answer;
}

function parseAnswer(target: PostTarget, response: HttpAnswer, call: RpcCall | undefined): unknown {
  const { status, body } = response;
  const isOk = status >= 200 && status < 300;
  const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  if (!isOk && !isRefusal) throw failure(target, response);
  let answer: unknown;
  try {
    answer = withWhole(body, (bytes) => parseBody(bytes, call));
  } catch {
    answer = undefined;
  }
  // Some nodes send JSON-RPC errors with status 400 or 403.
  const isAnswer = typeof answer === "object" && answer !== null && (Array.isArray(answer) || "jsonrpc" in answer);
  if (isAnswer) return answer;
  throw failure(target, response);
}

function parseBody(body: Buffer, call: RpcCall | undefined): unknown {
  if (call?.readResult !== undefined) return parseReplies(body, call.readResult);
  return call?.compact === undefined ? JSON.parse(body.toString()) : parseEach(body, call.compact);
}

/** Characters of a body in which a rate limit is looked for. */
const RATE_TEXT = 500;

function failure({ host }: PostTarget, { status, headers, body }: HttpAnswer): EndpointError {
  const isOk = status >= 200 && status < 300;
  if (isOk) return new EndpointError("malformed", `${host} returned a response that is not JSON-RPC`, { status });
  const retryAfterMs = readRetryAfter(headers["retry-after"]);
  const kind = status === 429 ? "limited" : "http";
  const namedRate = status === 429 ? findNamedRate(body[0]?.toString("utf8", 0, RATE_TEXT) ?? "") : undefined;
  return new EndpointError(kind, `${host} answered HTTP status ${status}`, { status, retryAfterMs, namedRate });
}

/** Seconds or a date. @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
function readRetryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

function toReply({ host }: PostTarget, answer: unknown): RpcReply {
  if (typeof answer === "object" && answer !== null) {
    if ("result" in answer && !("error" in answer && answer.error !== null)) return { result: answer.result };
    if ("error" in answer && typeof answer.error === "object" && answer.error !== null) {
      return { error: readError(answer.error) };
    }
  }
  return { failure: new EndpointError("malformed", `${host} returned neither a result nor an error`) };
}

const LONGEST_MESSAGE = 2_000;

function readError({ code, message, data }: { [key in keyof RpcErrorObject]?: unknown }): RpcErrorObject {
  const known = typeof code === "number" || typeof code === "string" ? Number(code) : -32_603;
  return { code: known, message: typeof message === "string" ? message.slice(0, LONGEST_MESSAGE) : "", data };
}

/** A node that could not parse a request responds with an error and a null id. */
function toSingleReply(target: PostTarget, answer: unknown, id: number): RpcReply {
  const reply = toReply(target, answer);
  if ("failure" in reply || readId(answer) === id) return reply;
  if ("error" in reply && readId(answer) === undefined) return reply;
  return { failure: new EndpointError("malformed", `${target.host} returned a response with a different id`) };
}

function inOrder(target: PostTarget, answers: readonly unknown[], requests: readonly { id: number }[]): RpcReply[] {
  const byId = new Map<number | undefined, unknown>();
  const twice = new Set<number | undefined>();
  for (const answer of answers) {
    const id = readId(answer);
    if (byId.has(id)) twice.add(id);
    byId.set(id, answer);
  }
  return requests.map(({ id }) => {
    if (!byId.has(id)) return { failure: new EndpointError("malformed", `${target.host} omitted a call of a batch`) };
    if (twice.has(id))
      return { failure: new EndpointError("malformed", `${target.host} returned two responses to a call`) };
    return toReply(target, byId.get(id));
  });
}

/** Some nodes stringify ids. */
function readId(answer: unknown): number | undefined {
  if (typeof answer !== "object" || answer === null || !("id" in answer)) return undefined;
  const { id } = answer;
  return typeof id === "number" || (typeof id === "string" && id !== "") ? Number(id) : undefined;
}

function limited({ host }: PostTarget, error: RpcErrorObject, headers: HttpAnswer["headers"]): EndpointError {
  const retryAfterMs = getBackoffMs(error) ?? readRetryAfter(headers["retry-after"]);
  const namedRate = findNamedRate(error.message);
  return new EndpointError("limited", `${host}: ${error.message}`, { retryAfterMs, namedRate });
}

const isInvalidRequest = (error: RpcErrorObject): boolean => error.code === -32_600 || isBatchTooLarge(error);

/**
 * The message of a node that refuses the batch: one error for all calls, on its own or, like geth, as the only entry of
 * a list. @throws EndpointError if it means something else.
 */
function findRefusal(target: PostTarget, answer: unknown, { headers }: HttpAnswer): string | undefined {
  const isList = Array.isArray(answer);
  const only: unknown = isList ? answer[0] : answer;
  if (isList && answer.length !== 1) return undefined;
  const reply = toReply(target, only);
  if ("error" in reply) {
    const { error } = reply;
    if (isRateLimited(error)) throw limited(target, error, headers);
    // a list of one may also lack the replies to the other calls
    return isList && !isInvalidRequest(error) ? undefined : error.message;
  }
  if (isList) return undefined;
  if ("failure" in reply) throw reply.failure;
  throw new EndpointError("malformed", `${target.host} returned a single result for a batch`);
}
