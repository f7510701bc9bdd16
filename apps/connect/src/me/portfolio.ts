import { ServiceError } from "@portico/server";
import type { Problem } from "@portico/contract";
import type { DataAnswer, DataApi } from "./dataApi.ts";
import type { MeBytes, MeExchange, MeHandler } from "./exchange.ts";
import { ownQuery } from "./ownQuery.ts";

/** What of a request reaches the data API besides the parameters of the contract. */
const ASKED = ["if-none-match", "x-fields"];
/** What of its answer reaches the application besides status and body. */
const ANSWERED = ["content-type", "etag", "portico-chains"];

/**
 * Answers `/v1/me/…` as the data API answers `/v1/user/…` for the token's own account: the path and the names of the
 * parameters are the contract's, and `id` is none of them here, so there is no other address that could be asked for.
 */
export function createPortfolioHandler(dataApi: DataApi | undefined, mePath: string): MeHandler {
  const path = mePath.replace("/v1/me/", "/v1/user/");
  return async ({ account, exchange }) => {
    if (dataApi === undefined) throw away();
    const query = ownQuery(account, writeQuery(exchange.sentQuery));
    const answer = await dataApi({ path, query, headers: pick(exchange.req.headers, ASKED), signal: exchange.gone });
    return toReply(answer);
  };
}

/** As it was asked for, without what the data API adds by itself. */
const writeQuery = (query: MeExchange["sentQuery"]): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])); // a list with commas

const pick = (headers: DataAnswer["headers"], names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === "string" && headers[name] !== "" ? [[name, headers[name]]] : [])),
  );

/** @throws ServiceError for what the data API refuses; what it has against us is no matter of the application's. */
function toReply({ status, headers, bytes }: DataAnswer): MeBytes {
  if (status === 200 || status === 304) return { status, headers: pick(headers, ANSWERED), bytes };
  if (status === 400 || status === 501) throw readRefusal(bytes);
  throw away(new Error(`The data API answered ${status}: ${bytes.toString("utf8", 0, 500)}`), headers["retry-after"]);
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
  new ServiceError("upstream_error", "The portfolio can't be read just now", {
    cause,
    headers: { "Retry-After": retryAfter },
  });
