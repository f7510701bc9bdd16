import type { paths } from "@portico/contract";
import createFetchClient, { defaultBodySerializer } from "openapi-fetch";
import { completeClient } from "./completeClient.ts";
import type { LivePorticoClient } from "./livePorticoClient.ts";
import type { PorticoClient } from "./porticoClient.ts";
import type { Fetch, RetryOptions } from "./retryingFetch.ts";
import { parseJson, stringifyJson } from "./stringifyJson.ts";

export type ClientOptions = {
  /** URL of the API, such as `http://localhost:4000`. */
  readonly baseUrl: string;
  /** Sent as the header `AccessKey`. */
  readonly accessKey?: string | undefined;
  /** A signed-in user's token: sent as `Authorization: Bearer`. */
  readonly accessToken?: string | undefined;
  /**
   * The form of answers, sent as the header `X-Response-Profile`. Without it the types are those of `seed`: for a key or a
   * server whose profile is `live`, set that.
   */
  readonly profile?: "seed" | undefined;
  /** Replaces the global fetch: gets a whole Request. */
  readonly fetch?: Fetch | undefined;
  /** Retries GET calls on 429, 503 and incomplete responses; `false` never does. */
  readonly retry?: RetryOptions | false | undefined;
  /** Timeout of a call, including its attempts and its body. Default 30000; Infinity: none. */
  readonly timeoutMs?: number | undefined;
};

/** Of a client for answers as programs for other servers of this interface read them. */
export type LiveClientOptions = Omit<ClientOptions, "profile"> & { readonly profile: "live" };

/**
 * Creates a client of the Portico API. A call resolves to `{ data, response, meta }` or, for any status but 2xx, to
 * `{ error, response, meta }`. It rejects only without a response: with a PorticoError, `timeout`, `unreachable` or
 * `redirected`, or with the reason of the caller's own abort. Integers of 256 bits are bigint, exactly.
 */
export function createClient(options: LiveClientOptions): LivePorticoClient;
export function createClient(options: ClientOptions): PorticoClient;
export function createClient(options: ClientOptions | LiveClientOptions): LivePorticoClient | PorticoClient {
  const { baseUrl, accessKey, accessToken, profile, retry, timeoutMs = 30_000 } = options;
  const fetch = options.fetch ?? ((request) => globalThis.fetch(request));
  const client = createFetchClient<paths>({
    baseUrl,
    headers: {
      AccessKey: accessKey,
      "X-Response-Profile": profile,
      Authorization: accessToken && `Bearer ${accessToken}`,
    },
    redirect: "manual", // fetch would send the key to the target of a redirect; edge runtimes don't support `error`
    querySerializer: { array: { style: "form", explode: false } }, // the contract serializes lists as csv
    bodySerializer: serializeBody,
  });
  return completeClient(client as unknown as PorticoClient, { fetch, retry, timeoutMs, parse: parseJson });
}

const serializeBody = (body: unknown, headers?: Headers): unknown => {
  const isForm = body instanceof FormData || headers?.get("content-type") === "application/x-www-form-urlencoded";
  return isForm ? (defaultBodySerializer as typeof serializeBody)(body, headers) : stringifyJson(body);
};
