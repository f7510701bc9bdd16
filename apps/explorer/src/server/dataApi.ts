import { ServiceError } from "@portico/server";
import { callOwnService } from "@portico/server/telemetry";

export interface DataApiOptions {
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly key: string;
}

export interface Reading {
  /** Unmodified from the visitor; the API validates it by the contract. */
  readonly query: URLSearchParams;
  readonly ifNoneMatch?: string | undefined;
  readonly signal: AbortSignal;
}

/** Requests the data API with the explorer's key. Rejects if the API is unreachable. @param path - Of the contract. */
export type DataApi = (path: string, reading: Reading) => Promise<Response>;

export function createDataApi({ apiUrl, key }: DataApiOptions): DataApi {
  return async (path, { query, ifNoneMatch, signal }) => {
    const headers = {
      AccessKey: key,
      "X-Response-Profile": "seed",
      Accept: "application/json",
      ...(ifNoneMatch && { "If-None-Match": ifNoneMatch }),
    };
    // a redirect would send the key to its target
    const fetchOnce = () => fetch(`${apiUrl}${path}?${query.toString()}`, { headers, redirect: "error", signal });
    return await callOwnService(fetchOnce);
  };
}

/** The visitor's error if the data API does not respond, or refuses the explorer itself. */
export const apiIsAway = (cause: unknown): ServiceError =>
  new ServiceError("upstream_error", "The data API is unavailable to the explorer", {
    cause,
    headers: { "Retry-After": "5" },
  });
