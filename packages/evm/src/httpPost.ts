import { request as requestHttp } from "node:http";
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { collectYoung } from "./collectYoung.ts";

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body in chunks: see `withWhole`, and `release`. */
  body: Buffer[];
  /**
   * Whether a keep-alive connection had been closed, so that the response came over a new one: perhaps from another
   * server.
   */
  isReconnected: boolean;
}

export interface HttpPost {
  /** http or https, without user and password. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Aborts the whole exchange. */
  signal: AbortSignal;
  /** Of the response body, both as sent and decompressed. */
  maxBytes: number;
}

/** The response body exceeds the limit. */
export class OversizeError extends Error {
  override readonly name = "OversizeError";
}

/**
 * Posts a text and reads the response, whatever its status; redirects are responses too, and not followed. Not `fetch`,
 * whose streams cost as much time as all processing of replies of megabytes. Connections are kept alive; one that the
 * server just closed is replaced, once.
 * @throws OversizeError, the network's error, or the signal's reason.
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
    request.on("close", () => reject(new Error("The connection was closed without a response"))); // as after a status of 101
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
      if (length > maxBytes) response.destroy(new OversizeError(`The response has more than ${maxBytes} bytes`));
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
    throw new OversizeError(`The response has more than ${maxBytes} bytes`, { cause });
  }
}

const POOLED_BYTES = 16 << 20;
let pooled = Buffer.allocUnsafeSlow(1 << 16);

/**
 * Passes a body's chunks as one buffer: `read` must not keep the bytes after it returns, because the buffer is
 * reused. Allocating megabytes per reply outside of the heap would make V8 collect the whole
 * heap again and again.
 */
export function withWhole<T>(pieces: readonly Buffer[], read: (whole: Buffer) => T): T {
  if (pieces.length === 1) return read(pieces[0]!);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length > POOLED_BYTES) return read(Buffer.concat(pieces, length));
  if (length > pooled.length) pooled = Buffer.allocUnsafeSlow(Math.min(POOLED_BYTES, 2 * length));
  let at = 0;
  for (const piece of pieces) at += piece.copy(pooled, at);
  return read(pooled.subarray(0, length));
}

/** Of released bodies between two collections. */
const COLLECTED_BYTES = 24 << 20;
let released = 0;

/**
 * Call it when a body has been read. Its chunks are outside of the heap, and V8 would collect the whole heap for every 64 MB of
 * them. A collection of the young generation now and then frees them for less.
 */
export function release(pieces: Buffer[]): void {
  for (const { length } of pieces.splice(0)) released += length;
  if (released < COLLECTED_BYTES) return;
  released = 0;
  collectYoung();
}
