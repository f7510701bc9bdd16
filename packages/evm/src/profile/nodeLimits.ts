import type { EndpointProfile } from "./endpointProfile.ts";
import type { LearnedLimit } from "./learnedLimit.ts";

/** What at least one URL of an RPC accepts, as far as it is known: the widest limits. */
export interface NodeLimits {
  /** Blocks of one eth_getLogs; undefined: no known limit. */
  logBlocks: number | undefined;
  /** The same of one without addresses. */
  openLogBlocks: number | undefined;
  /** Addresses of one eth_getLogs. */
  logAddresses: number | undefined;
  /** Alternatives at one position of the topics of an eth_getLogs. */
  logTopics: number | undefined;
  /** Whether every eth_getLogs must name addresses. */
  needsLogAddress: boolean;
  /** Blocks of one trace_filter. */
  traceBlocks: number | undefined;
  /** Age of the oldest state, in blocks. */
  stateDepth: number | undefined;
  /** Age of the oldest logs and receipts, in blocks. */
  historyDepth: number | undefined;
  /** Calls per second of all URLs, if each is a request of its own. */
  rate: number | undefined;
  /** The same in batches. */
  batchRate: number | undefined;
  /** All of each URL. */
  learned: readonly LearnedLimit[];
  /** Whether no URL has this method. */
  lacks(method: string): boolean;
}

/** Calls in a batch where more are not refused: not all have as many. */
const USUAL_BATCH = 10;

type Profile = Pick<EndpointProfile, "get" | "list">;

export function mergeLimits(profiles: readonly Profile[]): NodeLimits {
  /** Each URL's limit is the smallest of these. */
  const widest = (...names: readonly string[]): number | undefined => {
    const get = (profile: Profile) => Math.min(...names.map((name) => profile.get(name) ?? Number.POSITIVE_INFINITY));
    const max = Math.max(...profiles.map(get));
    return Number.isFinite(max) ? max : undefined;
  };
  const sumRates = (toCalls: (profile: Profile) => number): number | undefined => {
    const rates = profiles.map((profile) => profile.get("rate"));
    if (rates.includes(undefined)) return undefined;
    return rates.reduce<number>((sum, rate, at) => sum + (rate ?? 0) * toCalls(profiles[at]!), 0);
  };
  return {
    logBlocks: widest("log_blocks"),
    openLogBlocks: widest("log_blocks", "open_log_blocks"),
    logAddresses: widest("log_addresses"),
    logTopics: widest("log_topics"),
    needsLogAddress: widest("log_address") !== undefined,
    traceBlocks: widest("trace_filter_blocks"),
    stateDepth: widest("state_depth"),
    historyDepth: widest("history_depth"),
    rate: sumRates(() => 1),
    batchRate: sumRates((profile) => (profile.get("batch_as_one") === 1 ? (profile.get("batch") ?? USUAL_BATCH) : 1)),
    learned: profiles.flatMap((profile) => profile.list()),
    lacks: (method) => widest(`method ${method}`) !== undefined,
  };
}
