import autocannon from "autocannon";

export interface HttpRequest {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Load {
  readonly url: string;
  readonly accessKey: string;
  /** The n-th request, n from 0; requests are sent in this order across all connections. */
  readonly requestOf: (n: number) => HttpRequest;
  readonly connections: number;
  readonly seconds: number;
  readonly status: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

let sent = 0;

/** Sends one request after the other on every connection. @throws Error if a response has another status. */
export async function load({ url, accessKey, requestOf, status, ...options }: Load): Promise<LoadResult> {
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const { path, headers } = requestOf(sent++);
    return { ...request, path, headers: { AccessKey: accessKey, ...headers } };
  };
  const { connections, seconds: duration } = options;
  const result = await autocannon({ url, connections, duration, requests: [{ setupRequest }] });
  const statuses = Object.keys(result.statusCodeStats ?? {});
  if (result.errors > 0 || statuses.length !== 1 || statuses[0] !== String(status)) {
    throw new Error(`${url}: ${result.errors} errors, statuses ${statuses.join(", ")}`);
  }
  const { p50, p99 } = result.latency;
  return { requestsPerSecond: result.requests.average, p50, p99 };
}
