import { request as requestHttp } from "node:http";
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface HttpPost {
  /** http or https, without user and password. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Ends the whole exchange. */
  signal: AbortSignal;
}

/**
 * Posts a text and gathers the answer, whatever its status. Not `fetch`, whose streams cost as much time as all that is
 * done with replies of megabytes. Connections are kept; one that the other side closed just then is replaced, once.
 * @throws the error of the network, or the signal's.
 */
export async function httpPost(post: HttpPost): Promise<HttpAnswer> {
  const first = createRequest(post);
  try {
    return await exchange(first, post.body);
  } catch (error) {
    if (!first.reusedSocket || !isReset(error) || post.signal.aborted) throw error;
    return exchange(createRequest(post), post.body);
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

async function exchange(request: ClientRequest, body: string): Promise<HttpAnswer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.on("response", resolve);
    request.on("error", reject);
    request.end(body);
  });
  const bytes = await readAll(response);
  const { statusCode: status = 0, headers } = response;
  return { status, headers, body: headers["content-encoding"] === "gzip" ? await promisify(gunzip)(bytes) : bytes };
}

function readAll(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("end", () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    response.on("error", reject);
  });
}
