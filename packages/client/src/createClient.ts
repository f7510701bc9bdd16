import { uint256Properties, type paths } from "@portico/contract";
import createFetchClient, { defaultBodySerializer } from "openapi-fetch";
import { createExactJson } from "./exactJson.ts";
import type { PorticoClient } from "./porticoClient.ts";
import { createRetryingFetch, type Fetch, type RetryOptions } from "./retryingFetch.ts";

export type ClientOptions = {
  /** Where the API answers, such as `http://localhost:4000`. */
  readonly baseUrl: string;
  /** Sent as the header `AccessKey`. */
  readonly accessKey?: string | undefined;
  /** Of a person who signed in: sent as `Authorization: Bearer`. */
  readonly accessToken?: string | undefined;
  /** Instead of the global fetch: gets a whole Request. */
  readonly fetch?: Fetch | undefined;
  /** Repeats GET calls that are answered 429 or 503; `false` never does. */
  readonly retry?: RetryOptions | false | undefined;
};

const METHODS = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"] as const;
const exactJson = createExactJson(uint256Properties);

/**
 * Creates a client of the Portico API. A call resolves to `{ data, response }` or, for any status but 2xx, to
 * `{ error, response }`; it rejects only when there is no answer. Integers of 256 bits are bigint, exactly.
 */
export function createClient({ baseUrl, accessKey, accessToken, fetch, retry }: ClientOptions): PorticoClient {
  const send: Fetch = fetch ?? ((request) => globalThis.fetch(request));
  const client = createFetchClient<paths>({
    baseUrl,
    fetch: retry === false ? send : createRetryingFetch(send, retry),
    headers: {
      ...(accessKey !== undefined && { AccessKey: accessKey }),
      ...(accessToken !== undefined && { Authorization: `Bearer ${accessToken}` }),
    },
    redirect: "error", // fetch would carry the key to wherever a redirect points
    querySerializer: { array: { style: "form", explode: false } }, // the contract writes lists as csv
    bodySerializer: serializeBody,
  });
  return readExactly(client as unknown as PorticoClient);
}

const serializeBody = (body: unknown, headers?: Headers): unknown => {
  const isForm = body instanceof FormData || headers?.get("content-type") === "application/x-www-form-urlencoded";
  return isForm ? (defaultBodySerializer as typeof serializeBody)(body, headers) : exactJson.stringify(body);
};

type Method = Lowercase<(typeof METHODS)[number]>;
type Init = Record<string, unknown>;
type Call = (method: Method, url: string, init?: Init) => Promise<{ data?: unknown; response: Response }>;

/** openapi-fetch parses JSON itself, through numbers: so it is asked for text, and the text is parsed here. */
function readExactly(client: PorticoClient): PorticoClient {
  const call = client.request as Call;
  const request: Call = async (method, url, init) => {
    const parseAs = init?.["parseAs"] ?? "json";
    if (parseAs !== "json") return call(method, url, init);
    const result = await call(method, url, { ...init, parseAs: "text" });
    return typeof result.data === "string" ? { ...result, data: parseText(result.data) } : result;
  };
  const methods = METHODS.map((name) => [name, request.bind(undefined, name.toLowerCase() as Method)]);
  return { ...client, ...Object.fromEntries(methods), request } as PorticoClient;
}

const parseText = (text: string): unknown => (text === "" ? undefined : exactJson.parse(text));
