import { request as requestHttp } from "node:http";
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body, as it came in pieces: see `withWhole`. */
  body: readonly Buffer[];
  /** Whether a kept connection had been closed, so that the answer came over a new one: perhaps from another server. */
  isReconnected: boolean;
}

export interface HttpPost {
  /** http or https, without user and password. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Ends the whole exchange. */
  signal: AbortSignal;
  /** Of the answer's body, as it is sent and unpacked. */
  maxBytes: number;
}

/** The answer's body is longer than allowed. */
export class OversizeError extends Error {
  override readonly name = "OversizeError";
}

/**
 * Posts a text and gathers the answer, whatever its status; redirects are answers too, and not followed. Not `fetch`,
 * whose streams cost as much time as all that is done with replies of megabytes. Connections are kept; one that the
 * other side closed just then is replaced, once.
 * @throws OversizeError, the error of the network, or the signal's.
 */
export async function httpPost(post: HttpPost): Promise<HttpAnswer> {
  const first = createRequest(post);
  try {
    return { ...(await exchange(first, post)), isReconnected: false };
  } catch (error) {
    if (!first.reusedSocket || !isReset(error) || post.signal.aborted) throw error;
    return { ...(await exchange(createRequest(post), post)), isReconnected: true };
  }
}

const isReset = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");

function createRequest({ url, headers, body, signal }: HttpPost): ClientRequest {
  const request = url.startsWith("https:") ? requestHttps : requestHttp;
  const length = String(Buffer.byteLength(body));
  return request(url, {
    method: "POST",
    headers: { ...headers, "accept-encoding": "gzip", "content-length": length },
    signal,
  });
}

async function exchange(request: ClientRequest, { body, maxBytes }: HttpPost) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.on("response", resolve);
    request.on("error", reject);
    request.on("close", () => reject(new Error("The connection was closed without an answer"))); // as after a status of 101
    request.end(body);
  });
  const pieces = await readAll(response, maxBytes);
  const { statusCode: status = 0, headers } = response;
  const isPacked = headers["content-encoding"] === "gzip";
  return { status, headers, body: isPacked ? [await unpack(Buffer.concat(pieces), maxBytes)] : pieces };
}

function readAll(response: IncomingMessage, maxBytes: number): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    response.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) response.destroy(new OversizeError(`The answer has more than ${maxBytes} bytes`));
    });
    response.on("end", () => resolve(chunks));
    response.on("error", reject);
  });
}

async function unpack(bytes: Buffer, maxBytes: number): Promise<Buffer> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: maxBytes });
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new OversizeError(`The answer has more than ${maxBytes} bytes`, { cause });
  }
}

const KEPT_BYTES = 16 << 20;
let kept = Buffer.allocUnsafeSlow(1 << 16);

/**
 * Reads the pieces of a body as a whole: `read` must be done with the bytes when it returns, because they are put together
 * in the same place every time. Megabytes for each reply would be garbage outside of the heap, which makes V8 collect all
 * of the heap again and again.
 */
export function withWhole<T>(pieces: readonly Buffer[], read: (whole: Buffer) => T): T {
  if (pieces.length === 1) return read(pieces[0]!);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length > KEPT_BYTES) return read(Buffer.concat(pieces, length));
  if (length > kept.length) kept = Buffer.allocUnsafeSlow(Math.min(KEPT_BYTES, 2 * length));
  let at = 0;
  for (const piece of pieces) at += piece.copy(kept, at);
  return read(kept.subarray(0, length));
}
