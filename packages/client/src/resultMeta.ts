import { parseStructuredList, type StructuredItem } from "./structuredList.ts";

/** What an answer's headers say about it. Browsers see them only where the server exposes them: Portico's do. */
export type ResultMeta = {
  /** Names the request in the server's log. */
  readonly requestId: string | undefined;
  /** Units that the account has left, where the server says so. */
  readonly unitsRemaining: number | undefined;
  readonly rateLimit: RateLimit | undefined;
  /** How far the answer is true, per chain that was asked, in the server's order. */
  readonly chains: readonly ChainMeta[];
};

/** What is left of the rate policy: `remaining` of `limit` requests in the next `resetSeconds`; Infinity where nobody counts. */
export type RateLimit = {
  readonly policy: string;
  readonly limit: number | undefined;
  readonly remaining: number;
  readonly resetSeconds: number | undefined;
};

/** One chain of an answer. When it is syncing, unread, unserved or failed, it adds nothing to the body. */
export type ChainMeta = {
  readonly chain: string;
  /** Every figure of this chain was read at this block, of this time (unix seconds). */
  readonly block: number | undefined;
  readonly timeAt: number | undefined;
  /** The first block whose logs are indexed; undefined: from the beginning. */
  readonly sinceBlock: number | undefined;
  /** The older block that figures of positions rest on; undefined: on `block`, or there are none. */
  readonly positionsBlock: number | undefined;
  readonly isSyncing: boolean;
  readonly isUnread: boolean;
  readonly isUnserved: boolean;
  readonly isFailed: boolean;
  /** Positions are being read again: ask again for newer ones. */
  readonly isRefreshing: boolean;
  /** Ids of protocols that should be in the figures and are not. */
  readonly missingProtocols: readonly string[];
};

/** Reads the headers of an answer. */
export const readMeta = ({ headers }: Response): ResultMeta => {
  const limits = parseStructuredList(headers.get("ratelimit") ?? "");
  const policies = parseStructuredList(headers.get("ratelimit-policy") ?? "");
  const limit = limits.find((one) => one.value !== UNITS && numberOf(one, "r") !== undefined); // unknown is not used up
  return {
    requestId: headers.get("x-request-id") ?? undefined,
    unitsRemaining: numberOf(
      limits.find(({ value }) => value === UNITS),
      "r",
    ),
    rateLimit:
      limit &&
      toRateLimit(
        limit,
        policies.find(({ value }) => value === limit.value),
      ),
    chains: parseStructuredList(headers.get("portico-chains") ?? "").map(toChainMeta),
  };
};

const UNITS = "units";
/** A structured field's greatest integer, which the contract writes where there is no limit. */
const UNCOUNTED = 999_999_999_999_999;

const numberOf = (item: StructuredItem | undefined, name: string): number | undefined => {
  const value = item?.params.get(name);
  return value === UNCOUNTED ? Infinity : typeof value === "number" ? value : undefined;
};

const toRateLimit = (limit: StructuredItem, policy: StructuredItem | undefined): RateLimit => ({
  policy: limit.value,
  limit: numberOf(policy, "q"),
  remaining: numberOf(limit, "r") ?? 0,
  resetSeconds: numberOf(limit, "t"),
});

const toChainMeta = (item: StructuredItem): ChainMeta => ({
  chain: item.value,
  block: numberOf(item, "block"),
  timeAt: numberOf(item, "time"),
  sinceBlock: numberOf(item, "since"),
  positionsBlock: numberOf(item, "positions"),
  isSyncing: item.params.has("syncing"),
  isUnread: item.params.has("unread"),
  isUnserved: item.params.has("unserved"),
  isFailed: item.params.has("failed"),
  isRefreshing: item.params.has("refreshing"),
  missingProtocols: String(item.params.get("missing") ?? "")
    .split(" ")
    .filter(Boolean),
});
