import { parseStructuredList, type StructuredItem } from "./structuredList.ts";

/** Metadata in a response's headers. Browsers see only headers that the server exposes: Portico exposes these. */
export type ResultMeta = {
  /** Identifies the request in the server's log. */
  readonly requestId: string | undefined;
  /** Remaining units of the account, if the server reports them. */
  readonly unitsRemaining: number | undefined;
  readonly rateLimit: RateLimit | undefined;
  /** Status of each requested chain, in the server's order. */
  readonly chains: readonly ChainMeta[];
};

/** State of the rate policy: `remaining` of `limit` requests in the next `resetSeconds`; Infinity without a limit. */
export type RateLimit = {
  readonly policy: string;
  readonly limit: number | undefined;
  readonly remaining: number;
  readonly resetSeconds: number | undefined;
};

/** Status of a chain in a response. A chain that is syncing, unread, unserved or failed adds nothing to the body. */
export type ChainMeta = {
  readonly chain: string;
  /** The block at which every figure of this chain was read, and its time (unix seconds). */
  readonly block: number | undefined;
  readonly timeAt: number | undefined;
  /** The first indexed block, or the one since which the address is known; undefined: from genesis. */
  readonly sinceBlock: number | undefined;
  /**
   * How much is known of what the address did since `sinceBlock`: `complete` or `partial`, everything; `tokens`, only
   * transactions with an event that names it. Undefined if the chain's index has it, or nothing of an address was requested.
   */
  readonly history: string | undefined;
  /** Earlier transactions are being collected: later calls go further back. */
  readonly isCollecting: boolean;
  /** Why the history ended incomplete. */
  readonly historyReason: string | undefined;
  /** The older block at which positions were read; undefined: `block`, or no positions. */
  readonly positionsBlock: number | undefined;
  readonly isSyncing: boolean;
  readonly isUnread: boolean;
  readonly isUnserved: boolean;
  readonly isFailed: boolean;
  /** Only the native coin and common tokens are there: others that the address holds are being read. */
  readonly isScanning: boolean;
  /** Positions are being refreshed: a later call gets newer ones. */
  readonly isRefreshing: boolean;
  /** Ids of protocols that are missing from the figures. */
  readonly missingProtocols: readonly string[];
};

/** Parses the headers of a response. */
export const readMeta = ({ headers }: Response): ResultMeta => {
  const limits = parseStructuredList(headers.get("ratelimit") ?? "");
  const policies = parseStructuredList(headers.get("ratelimit-policy") ?? "");
  const limit = limits.find((one) => one.value !== UNITS && numberOf(one, "r") !== undefined); // unknown is not used up
  return {
    requestId: headers.get("x-request-id") ?? undefined,
    unitsRemaining: numberOf(
      limits.find((one) => one.value === UNITS),
      "r",
    ),
    rateLimit:
      limit &&
      toRateLimit(
        limit,
        policies.find((one) => one.value === limit.value),
      ),
    chains: parseStructuredList(headers.get("portico-chains") ?? "").map(toChainMeta),
  };
};

const UNITS = "units";
/** The largest integer of a structured field, which the contract sends for no limit. */
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
  history: item.params.get("history")?.toString(),
  historyReason: item.params.get("reason")?.toString(),
  isSyncing: item.params.has("syncing"),
  isUnread: item.params.has("unread"),
  isUnserved: item.params.has("unserved"),
  isFailed: item.params.has("failed"),
  isScanning: item.params.has("scanning"),
  isRefreshing: item.params.has("refreshing"),
  isCollecting: item.params.has("collecting"),
  missingProtocols: item.params.get("missing")?.toString().match(/\S+/g) ?? [],
});
