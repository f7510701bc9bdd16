import type { LookupAddress } from "node:dns";
import { request as requestPlain } from "node:http";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import type { LookupFunction } from "node:net";
import { rootCertificates } from "node:tls";
import { checkUrl } from "./checkUrl.ts";
import type { CheckedUrl } from "./checkUrl.ts";
import { FetchError, ForbiddenUrlError, refuse } from "./fetchError.ts";
import type { FetchRules } from "./fetchRules.ts";
import { readBounded } from "./readBounded.ts";

export interface Fetched {
  /** Lower-case, without parameters; "" if absent. */
  contentType: string;
  /** Empty if `wantsBody` returned false. */
  body: Buffer;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const PERMANENT = new Set([401, 410, 451]);

export interface FetchRequest {
  signal: AbortSignal;
  /** Called with the content type; false: the body is not read. */
  wantsBody: (contentType: string) => boolean;
  /** Sent by POST with these additional headers; without it: GET. */
  post?: { body: string; headers: Readonly<Record<string, string>> };
}

/**
 * Fetches an untrusted URL: see checkUrl. Redirects are followed manually, each with the same checks; time and
 * size are limited while data arrives.
 * @throws FetchError
 */
export async function fetchGuarded(
  text: string,
  rules: FetchRules,
  { signal, wantsBody, post }: FetchRequest,
): Promise<Fetched> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(rules.timeoutMs)]);
  let target = text;
  try {
    for (let hop = 0; hop <= rules.maxRedirects; hop++) {
      const response = await send(await checkUrl(target, rules, limit), { ...rules, post, signal: limit });
      try {
        const next = findRedirect(response, target);
        if (next === undefined) return await readAnswer(response, rules.maxBytes, wantsBody);
        target = next;
      } finally {
        response.destroy();
      }
    }
  } catch (error) {
    throw toFetchError(error, limit);
  }
  throw new ForbiddenUrlError(redirects(rules.maxRedirects, target));
}

const redirects = (max: number, target: string): string =>
  max === 0 ? `redirects to ${target.slice(0, 200)}, which is not followed` : `more than ${max} redirects`;

/** Connects only to the addresses that were checked: the name is not resolved again. */
async function send(
  { url, addresses }: CheckedUrl,
  { ca, post, signal }: Pick<FetchRules, "ca"> & { post: FetchRequest["post"]; signal: AbortSignal },
): Promise<IncomingMessage> {
  const headers = { accept: "application/json, */*;q=0.5", "accept-encoding": "gzip, deflate, br" };
  const sent = (url.protocol === "http:" ? requestPlain : request)(url, {
    agent: false,
    method: post === undefined ? "GET" : "POST",
    lookup: answerWith(addresses),
    headers: { ...headers, "user-agent": "portico", ...post?.headers },
    maxHeaderSize: 16_384,
    signal,
    ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
  });
  const { promise: answered, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  sent.once("response", resolve);
  sent.on("error", reject); // an error after the response: the response's own error is reported
  // Node emits only this for a response that switches protocols (101), and then no signal aborts the request
  sent.once("close", () => reject(new Error("closed without a response")));
  sent.end(post?.body);
  return await answered;
}

const answerWith =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_host, { all }, answer) => {
    const [first] = addresses;
    if (all === true) answer(null, [...addresses]);
    else answer(null, first?.address ?? "", first?.family);
  };

function findRedirect({ statusCode = 0, headers }: IncomingMessage, from: string): string | undefined {
  if (!REDIRECTS.has(statusCode)) return undefined;
  const location = Buffer.from(headers.location ?? "", "latin1").toString(); // Node decodes headers as latin1; UTF-8 is sent
  const to = URL.parse(location, from);
  if (headers.location === undefined || to === null) throw refuse("redirect without a valid location");
  return to.href;
}

async function readAnswer(
  response: IncomingMessage,
  maxBytes: number,
  wantsBody: (contentType: string) => boolean,
): Promise<Fetched> {
  const { statusCode = 0, headers } = response;
  if (statusCode < 200 || statusCode > 299) {
    const isHostDown = statusCode === 429 || statusCode >= 500;
    const retryAfterMs = readRetryAfter(headers["retry-after"]);
    const fault = { isPermanent: PERMANENT.has(statusCode), isHostDown, status: statusCode };
    throw new FetchError(`answered ${statusCode}`, { ...fault, ...(retryAfterMs !== undefined && { retryAfterMs }) });
  }
  const contentType = (headers["content-type"] ?? "").split(";", 1)[0]!.trim().toLowerCase();
  const body = wantsBody(contentType) ? await readBounded(response, maxBytes) : Buffer.alloc(0);
  return { contentType, body };
}

/** Seconds or a date. @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
function readRetryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

function toFetchError(error: unknown, limit: AbortSignal): FetchError {
  if (error instanceof FetchError) return error;
  const why = limit.aborted ? "took too long" : error instanceof Error ? error.message : String(error);
  return new FetchError(why, { isPermanent: false, isHostDown: true }, { cause: error });
}
