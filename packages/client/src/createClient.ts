import { uint256Properties, type paths } from "@portico/contract";
import createFetchClient, { defaultBodySerializer } from "openapi-fetch";
import { completeClient } from "./completeClient.ts";
import { createExactJson } from "./exactJson.ts";
import type { PorticoClient } from "./porticoClient.ts";
import type { Fetch, RetryOptions } from "./retryingFetch.ts";

export type ClientOptions = {
  /** Where the API answers, such as `http://localhost:4000`. */
  readonly baseUrl: string;
  /** Sent as the header `AccessKey`. */
  readonly accessKey?: string | undefined;
  /** Of a person who signed in: sent as `Authorization: Bearer`. */
  readonly accessToken?: string | undefined;
  /** Instead of the global fetch: gets a whole Request. */
  readonly fetch?: Fetch | undefined;
  /** Repeats GET calls that are answered 429 or 503 or not to the end; `false` never does. */
  readonly retry?: RetryOptions | false | undefined;
  /** How long a call may take, with its attempts and its body. Default 30000; Infinity: as long as it takes. */
  readonly timeoutMs?: number | undefined;
};

const exactJson = createExactJson(uint256Properties);

/**
 * Creates a client of the Portico API. A call resolves to `{ data, response, meta }` or, for any status but 2xx, to
 * `{ error, response, meta }`. It rejects only when there is no answer: with a PorticoError, `timeout`, `unreachable` or
 * `redirected`, or with the reason of the caller's own abort. Integers of 256 bits are bigint, exactly.
 */
export function createClient(options: ClientOptions): PorticoClient {
  const { baseUrl, accessKey, accessToken, retry, timeoutMs = 30_000 } = options;
  const fetch = options.fetch ?? ((request) => globalThis.fetch(request));
  const client = createFetchClient<paths>({
    baseUrl,
    headers: {
      ...(accessKey !== undefined && { AccessKey: accessKey }),
      ...(accessToken !== undefined && { Authorization: `Bearer ${accessToken}` }),
    },
    redirect: "manual", // fetch would carry the key to wherever a redirect points; `error` is not for edge runtimes
    querySerializer: { array: { style: "form", explode: false } }, // the contract writes lists as csv
    bodySerializer: serializeBody,
  });
  return completeClient(client as unknown as PorticoClient, { fetch, retry, timeoutMs, parse: exactJson.parse });
}

const serializeBody = (body: unknown, headers?: Headers): unknown => {
  const isForm = body instanceof FormData || headers?.get("content-type") === "application/x-www-form-urlencoded";
  return isForm ? (defaultBodySerializer as typeof serializeBody)(body, headers) : exactJson.stringify(body);
};
