import { NATIVE_TOKEN } from "@portico/evm";
import type { Address, Chain } from "@portico/evm";
import { HTTP_PRICE_SECONDS } from "@portico/store";
import type { HttpPrice } from "@portico/store";
import { FetchError, fetchGuarded, PrivateHostError } from "@portico/safe-fetch";
import { isRecord, parseJsonObject } from "../../nftMetadata/parseJson.ts";
import type { HttpPriceSettings } from "./httpPriceSettings.ts";

export interface HttpPriceRequest {
  chain: Pick<Chain, "chainId" | "slug" | "native">;
  tokens: readonly Address[];
  /** Unix seconds of the head, against which responses are checked. */
  timeAt: number;
  signal: AbortSignal;
}

/** How far the server's clock may be ahead of the chain's head, seconds. */
const AHEAD_SECONDS = 300;
/** Maximum price of a token. */
const MAX_USD = 1e12;

/**
 * Requests token prices from an operator's server:
 *
 *     POST <url>  { "chain": "eth", "chain_id": 1, "tokens": ["0xa0b8…", "eth"] }
 *     200         { "prices": [{ "token": "0xa0b8…", "usd": 1.0002, "time_at": 1763700000 }] }
 *
 * Tokens are lower-case addresses, the native coin is its id in the contract. An entry is valid if its token was
 * requested, its `usd` is a number above zero, and its `time_at` (unix seconds) is neither ahead of the chain's head
 * nor a day behind it. Other entries are skipped; of two for one token the first counts. A redirect is an error.
 * @throws FetchError if the response is missing or has another shape. It names only the host.
 */
export async function fetchHttpPrices(
  { url, authorization, rules }: HttpPriceSettings,
  { chain, tokens, timeAt, signal }: HttpPriceRequest,
): Promise<HttpPrice[]> {
  const byId = new Map(tokens.map((token) => [token === NATIVE_TOKEN ? chain.native.id : token, token]));
  const question = { chain: chain.slug, chain_id: chain.chainId, tokens: [...byId.keys()] };
  const headers = { "content-type": "application/json", ...(authorization !== undefined && { authorization }) };
  const post = { body: JSON.stringify(question), headers };
  const { body } = await fetchGuarded(url, rules, { signal, wantsBody: () => true, post }).catch(explain);
  const { prices } = parseJsonObject(body);
  if (!Array.isArray(prices)) {
    throw new FetchError("returned JSON without a list 'prices'", { isPermanent: false, isHostDown: false });
  }
  const found = new Map<Address, HttpPrice>();
  for (const entry of prices) {
    const price = toPrice(entry, byId, timeAt);
    if (price !== undefined && !found.has(price.token)) found.set(price.token, price);
  }
  return [...found.values()];
}

function toPrice(entry: unknown, byId: ReadonlyMap<string, Address>, headTime: number): HttpPrice | undefined {
  if (!isRecord(entry)) return undefined;
  const { token: id, usd, time_at: timeAt } = entry;
  const token = typeof id === "string" ? byId.get(id.toLowerCase()) : undefined;
  if (token === undefined || typeof usd !== "number" || !(usd > 0 && usd <= MAX_USD)) return undefined;
  if (typeof timeAt !== "number" || !Number.isSafeInteger(timeAt)) return undefined;
  if (timeAt > headTime + AHEAD_SECONDS || timeAt <= headTime - HTTP_PRICE_SECONDS) return undefined;
  return { token, usd, timeAt: Math.min(timeAt, headTime) };
}

/** A private address may be intended: it is the operator's own choice. */
function explain(error: unknown): never {
  if (!(error instanceof PrivateHostError)) throw error;
  throw new FetchError(`${error.message}: PORTICO_PRICE_URL_PRIVATE=on allows it`, error.fault, { cause: error });
}
