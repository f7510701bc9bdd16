import { isLagging } from "../rpcErrors.ts";

/**
 * A limit of an endpoint, learned from a refusal:
 * - `method NAME`: 0, the method is not available
 * - `batch`: calls in a batch
 * - `log_blocks`, `open_log_blocks`: blocks in the range of one eth_getLogs, and of one without addresses
 * - `trace_filter_blocks`: the same of one trace_filter
 * - `log_address`: 0, eth_getLogs requires addresses
 * - `log_addresses`, `log_topics`: addresses of one eth_getLogs, and alternatives at one position of its topics
 * - `state_depth`, `trace_depth`, `history_depth`: age of the oldest state, traced block, and log or receipt, in blocks
 * - `state_block`, `trace_block`, `history_block`: the same as a negative block number, because older ones are larger
 * - `overrides`, `block_hash`: 0, calls with state overrides, or at a block hash, are not available
 * - `gas_overrides`: 0, the same of eth_estimateGas with state overrides
 * - `rate`: calls per second
 * - `batch_as_one`: 1, the rate is of requests, of which a batch is one; 0, each of a batch's calls is counted
 */
export interface LearnedLimit {
  name: string;
  /** The largest amount that is not refused. */
  value: number;
  /** The node's words, without secrets of the URL. */
  message: string;
  /** Unix time, ms. */
  learnedAt: number;
}

/** What is known about an endpoint. */
export interface StoredProfile {
  /** As web3_clientVersion returned; several if several nodes serve the URL. */
  versions: readonly string[];
  limits: readonly LearnedLimit[];
}

/** Profiles of endpoints, shared by processes. Keys are hashes of URLs. */
export interface EndpointProfiles {
  read(endpoint: string): Promise<StoredProfile>;
  /** Until a limit expires, a smaller value replaces a larger one; a rate is always replaced. */
  add(endpoint: string, limit: LearnedLimit): Promise<void>;
  /** An unknown version deletes the limits. */
  addVersion(endpoint: string, version: string): Promise<void>;
}

/** Lifetime of a limit: providers change them, and plans are upgraded. */
export const LIMIT_LIFETIME_MS = 24 * 60 * 60_000;

/** Lifetime of an age that was learned from words that a node which lags uses, too. */
export const UNCLEAR_LIFETIME_MS = 60_000;

export const isAlive = ({ name, message, learnedAt }: LearnedLimit, now: number): boolean =>
  now - learnedAt < (isAge(name) && isLagging({ code: 0, message }) ? UNCLEAR_LIFETIME_MS : LIMIT_LIFETIME_MS);

export const isAge = (name: string): boolean => /^(state|trace|history)_(block|depth)$/.test(name);
