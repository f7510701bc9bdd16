import { httpPost } from "./httpPost.ts";
import type { HttpAnswer } from "./httpPost.ts";
import { parseReplies } from "./replyBytes.ts";
import type { ResultReader } from "./replyBytes.ts";
import { EndpointError } from "./rpcErrors.ts";
import type { RpcErrorObject } from "./rpcErrors.ts";

export interface RpcCall {
  method: string;
  params?: unknown;
}

export type RpcReply = { result: unknown } | { error: RpcErrorObject };

/** Where requests go. The URL may hold a provider's key, so only `host` may enter messages and logs. */
export interface PostTarget {
  url: string;
  host: string;
  headers: Record<string, string>;
  timeoutMs: number;
}

/** Splits `https://user:password@host/path` into what fetch takes: a bare URL and an Authorization header. */
export function createPostTarget(text: string, timeoutMs: number): PostTarget {
  const url = new URL(text);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (url.username !== "") {
    const secret = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers["authorization"] = `Basic ${Buffer.from(secret).toString("base64")}`;
    url.username = url.password = "";
  }
  return { url: url.href, host: url.host, headers, timeoutMs };
}

/**
 * Sends calls as one JSON-RPC request and returns their replies in order.
 * @param readResult - Reads the results of all of these calls from the bytes, instead of JSON.parse.
 * @returns undefined when the node takes no batches: send the calls one by one.
 * @throws EndpointError when no usable answer came.
 */
export async function postJsonRpc(
  target: PostTarget,
  calls: readonly RpcCall[],
  readResult?: ResultReader,
): Promise<RpcReply[] | undefined> {
  const requests = calls.map(({ method, params }, id) => ({ jsonrpc: "2.0", id, method, params: params ?? [] }));
  const response = await post(target, JSON.stringify(calls.length === 1 ? requests[0] : requests));
  const answer = parseAnswer(target, response, readResult);
  if (calls.length === 1) return [toReply(target, answer)];
  return Array.isArray(answer) ? inOrder(target, answer, calls.length) : refusedBatch(target, answer);
}

async function post({ url, host, headers, timeoutMs }: PostTarget, body: string): Promise<HttpAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await httpPost({ url, headers, body, signal });
  } catch (cause) {
    const what = signal.aborted ? `gave no answer within ${timeoutMs} ms` : "could not be reached";
    throw new EndpointError(signal.aborted ? "timeout" : "network", `${host} ${what}`, { cause });
  }
}

function parseAnswer(target: PostTarget, response: HttpAnswer, readResult?: ResultReader): unknown {
  const isOverloaded = response.status === 429 || response.status === 408 || response.status >= 500;
  let answer: unknown;
  try {
    const { body } = response;
    answer = readResult === undefined ? JSON.parse(body.toString()) : parseReplies(body, readResult);
  } catch {
    answer = undefined;
  }
  // Some nodes send their JSON-RPC errors with status 400 or 403: those are answers.
  const isAnswer = typeof answer === "object" && answer !== null && (Array.isArray(answer) || "jsonrpc" in answer);
  if (isAnswer && !isOverloaded) return answer;
  throw failure(target, response);
}

function failure({ host }: PostTarget, { status, headers }: HttpAnswer): EndpointError {
  const isOk = status >= 200 && status < 300;
  if (isOk) return new EndpointError("malformed", `${host} answered something that is no JSON-RPC`, { status });
  const seconds = Number(headers["retry-after"] ?? Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : undefined;
  return new EndpointError("http", `${host} answered HTTP status ${status}`, { status, retryAfterMs });
}

function toReply({ host }: PostTarget, answer: unknown): RpcReply {
  if (typeof answer === "object" && answer !== null) {
    if ("result" in answer) return { result: answer.result };
    if ("error" in answer && typeof answer.error === "object" && answer.error !== null) {
      const { code, message, data } = answer.error as { [key in keyof RpcErrorObject]?: unknown };
      return { error: { code: Number(code ?? -32_603), message: String(message), data } };
    }
  }
  throw new EndpointError("malformed", `${host} answered neither a result nor an error`);
}

function inOrder(target: PostTarget, answers: readonly { id?: unknown }[], count: number): RpcReply[] {
  const byId = new Map(answers.map((answer) => [Number(answer?.id), answer]));
  return Array.from({ length: count }, (_, id) => toReply(target, byId.get(id)));
}

function refusedBatch(target: PostTarget, answer: unknown): undefined {
  const reply = toReply(target, answer);
  if ("error" in reply) return undefined;
  throw new EndpointError("malformed", `${target.host} answered a batch with a single result`);
}
