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
  /** Calls per second of all URLs. */
  rate: number | undefined;
  /** All of each URL. */
  learned: readonly LearnedLimit[];
  /** Whether no URL has this method. */
  lacks(method: string): boolean;
}

type Profile = Pick<EndpointProfile, "get" | "list">;

export function mergeLimits(profiles: readonly Profile[]): NodeLimits {
  /** Each URL's limit is the smallest of these. */
  const widest = (...names: readonly string[]): number | undefined => {
    const get = (profile: Profile) => Math.min(...names.map((name) => profile.get(name) ?? Number.POSITIVE_INFINITY));
    const max = Math.max(...profiles.map(get));
    return Number.isFinite(max) ? max : undefined;
  };
  const rates = profiles.map((profile) => profile.get("rate"));
  return {
    logBlocks: widest("log_blocks"),
    openLogBlocks: widest("log_blocks", "open_log_blocks"),
    logAddresses: widest("log_addresses"),
    logTopics: widest("log_topics"),
    needsLogAddress: widest("log_address") !== undefined,
    traceBlocks: widest("trace_filter_blocks"),
    stateDepth: widest("state_depth"),
    historyDepth: widest("history_depth"),
    rate: rates.includes(undefined) ? undefined : rates.reduce<number>((sum, rate) => sum + (rate ?? 0), 0),
    learned: profiles.flatMap((profile) => profile.list()),
    lacks: (method) => widest(`method ${method}`) !== undefined,
  };
}
