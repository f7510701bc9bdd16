import { ServiceError } from "@portico/server";
import type { Problem } from "@portico/contract";
import type { DataAnswer, DataApi } from "./dataApi.ts";
import type { MeBytes, MeExchange, MeHandler } from "./exchange.ts";
import { ownQuery } from "./ownQuery.ts";

/** Request headers that are forwarded to the data API. */
const FORWARDED_HEADERS = ["if-none-match", "x-fields"];
/** Headers of its response that are forwarded to the application. */
const ANSWERED = ["content-type", "etag", "portico-chains"];

/**
 * Serves `/v1/me/…` from the data API's `/v1/user/…` for the token's own account: path and parameter names are
 * the contract's, and `id` is not one of them, so no other address can be requested.
 */
export function createPortfolioHandler(dataApi: DataApi | undefined, mePath: string): MeHandler {
  const path = mePath.replace("/v1/me/", "/v1/user/");
  return async ({ account, exchange }) => {
    if (dataApi === undefined) throw away();
    const query = ownQuery(account, writeQuery(exchange.sentQuery));
    const answer = await dataApi({
      path,
      query,
      headers: { ...pick(exchange.req.headers, FORWARDED_HEADERS), "X-Response-Profile": exchange.profile },
      signal: exchange.gone,
    });
    return toReply(answer);
  };
}

/** As requested, without the data API's defaults. */
const writeQuery = (query: MeExchange["sentQuery"]): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])); // a list with commas

const pick = (headers: DataAnswer["headers"], names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === "string" && headers[name] !== "" ? [[name, headers[name]]] : [])),
  );

/**
 * @throws ServiceError for refusals of the data API; errors about our own request are not the application's concern.
 */
function toReply({ status, headers, bytes }: DataAnswer): MeBytes {
  if (status === 200 || status === 304) return { status, headers: pick(headers, ANSWERED), bytes };
  if (status === 400 || status === 501) throw readRefusal(bytes);
  throw away(new Error(`The data API returned ${status}: ${bytes.toString("utf8", 0, 500)}`), headers["retry-after"]);
}

function readRefusal(bytes: Buffer): ServiceError {
  try {
    const { code, detail, errors } = JSON.parse(bytes.toString()) as Problem;
    return new ServiceError(code, detail, errors && { errors });
  } catch (cause) {
    return away(cause);
  }
}

const away = (cause?: unknown, retryAfter = "1"): ServiceError =>
  new ServiceError("upstream_error", "The portfolio is temporarily unavailable", {
    cause,
    headers: { "Retry-After": retryAfter },
  });
