import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { ServiceError } from "@portico/server";
import { callOwnService } from "@portico/server/telemetry";

/** More than the data API takes for the initial scan of an address. */
const TIMEOUT_MS = 30_000;

export interface DataApiOptions {
  /** Without a trailing slash. */
  readonly url: string;
  /** Our own access key. */
  readonly key: string;
  readonly timeoutMs?: number;
}

export interface DataRequest {
  /** A path of the contract, such as /v1/user/token_list. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Without X-Response-Profile the answer has the profile seed, whatever the data API's own is. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface DataAnswer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly bytes: Buffer;
}

/** Rejects with ServiceError upstream_error if there is no response in time. */
export type DataApi = (question: DataRequest) => Promise<DataAnswer>;

/** Whether no chain is missing: addresses are scanned on first use, and chains fail. */
export const isWhole = ({ status, headers }: Pick<DataAnswer, "headers" | "status">): boolean =>
  status === 200 && !/;(unread|failed)\b/.test(String(headers["portico-chains"]));

/** The data API over keep-alive connections. */
export function createDataApi({ url, key, timeoutMs = TIMEOUT_MS }: DataApiOptions): DataApi {
  const isSecure = url.startsWith("https:");
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 100, scheduling: "lifo" });
  const open = isSecure ? httpsRequest : httpRequest;
  const send = async (question: DataRequest, isRetry = false): Promise<DataAnswer> => {
    const { path, query, headers, signal } = question;
    const ends = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
    const sent = { agent, headers: { "X-Response-Profile": "seed", ...headers, AccessKey: key }, signal: ends };
    const request = callOwnService(() => open(`${url}${path}?${query}`, sent));
    try {
      return await readAnswer(request);
    } catch (cause) {
      if (!isRetry && !ends.aborted && wasStale(request, cause)) return await send(question, true);
      throw new ServiceError("upstream_error", "The portfolio is temporarily unavailable", {
        cause,
        headers: { "Retry-After": "1" },
      });
    }
  };
  return (question) => send(question);
}

async function readAnswer(request: ClientRequest): Promise<DataAnswer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once("response", resolve).once("error", reject).end();
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) };
}

/** A keep-alive connection may have been closed by the server just when it was reused. */
const wasStale = (request: ClientRequest, error: unknown): boolean =>
  request.reusedSocket && (error as NodeJS.ErrnoException).code === "ECONNRESET";
