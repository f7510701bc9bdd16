import { ServiceError } from "@portico/server";
import { callOwnService } from "@portico/server/telemetry";

export interface DataApiOptions {
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly key: string;
}

export interface Reading {
  /** As it came from whoever asks; the API checks it by the contract. */
  readonly query: URLSearchParams;
  readonly ifNoneMatch?: string | undefined;
  readonly signal: AbortSignal;
}

/** Asks the data API by the explorer's key. Rejects when it can't be reached. @param path - Of the contract. */
export type DataApi = (path: string, reading: Reading) => Promise<Response>;

export function createDataApi({ apiUrl, key }: DataApiOptions): DataApi {
  return async (path, { query, ifNoneMatch, signal }) => {
    const headers = {
      AccessKey: key,
      Accept: "application/json",
      ...(ifNoneMatch && { "If-None-Match": ifNoneMatch }),
    };
    // a redirect would carry the key to wherever it points
    const ask = () => fetch(`${apiUrl}${path}?${query.toString()}`, { headers, redirect: "error", signal });
    return await callOwnService(ask);
  };
}

/** What a visitor is told when that API doesn't answer, or refuses the explorer itself. */
export const apiIsAway = (cause: unknown): ServiceError =>
  new ServiceError("upstream_error", "The data API does not answer the explorer", {
    cause,
    headers: { "Retry-After": "5" },
  });
