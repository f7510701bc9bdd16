import type { RenderedAnswer } from "../http/renderedAnswer.ts";

/**
 * An in-memory response cache. A response is valid until one of its chains changes: its state, or a token of it. While
 * notifications don't arrive, nothing is cached. Authorization is not decided here.
 */
export interface AnswerCache {
  readonly find: (key: string) => RenderedAnswer | undefined;
  /** Whether to cache a missing response: requests made only once would evict frequent ones. */
  readonly isWanted: (key: string) => boolean;
  /** To be called before the response's first read, and passed to `store`. */
  readonly version: () => number;
  /** Caches a response, if it names its chains, none of them is pending, and none has changed since. */
  readonly store: (key: string, answer: RenderedAnswer, version: number) => void;
  /**
   * Handles a change of a chain; undefined after a gap in notifications, which arrive from now on. See `listen` of the
   * store.
   */
  readonly onNotify: (chain: string | undefined) => void;
  /** Statistics. */
  readonly figures: () => { hits: number; misses: number; answers: number; bytes: number };
  /** Clears the cache and disables it until `onNotify` is called with undefined. */
  readonly disconnect: () => void;
}

export interface AnswerCacheOptions {
  /** Of the whole cache; 0 disables it. */
  readonly maxBytes: number;
  /** Maximum age of a response, in case a notification is lost. */
  readonly maxAgeMs?: number;
  /** Milliseconds. */
  readonly now?: () => number;
}

interface CacheEntry {
  readonly answer: RenderedAnswer;
  readonly chains: readonly string[];
  readonly bytes: number;
  readonly storedAt: number;
  /** Its chains are unchanged up to here. */
  goodAt: number;
}

export const ANSWER_BYTES = 64 * 1024 * 1024;
export const ANSWER_AGE_MS = 60_000;

/** Maximum number of remembered request keys: about as many as there is space for responses. */
const MAX_SEEN_KEYS = 2_000;

/** Memory of a response besides its text and its key. */
const OVERHEAD = 1_000;

export function createAnswerCache(options: AnswerCacheOptions): AnswerCache {
  const { maxBytes, maxAgeMs = ANSWER_AGE_MS, now = () => performance.now() } = options;
  const entries = new Map<string, CacheEntry>(); // most recently used last
  const newsAt = new Map<string, number>();
  const readChains = createChainReader();
  let clock = 0;
  let bytes = 0;
  let hits = 0;
  let misses = 0;
  let connectedSince = Number.POSITIVE_INFINITY;

  const evict = (key: string, { bytes: freed }: CacheEntry) => {
    entries.delete(key);
    bytes -= freed;
  };
  const isGood = (one: CacheEntry): boolean =>
    one.goodAt === clock || one.chains.every((chain) => (newsAt.get(chain) ?? 0) <= one.goodAt);

  const find = (key: string) => {
    const found = entries.get(key);
    if (found === undefined) return undefined;
    if (now() - found.storedAt > maxAgeMs || !isGood(found)) {
      evict(key, found);
      return undefined;
    }
    hits++;
    found.goodAt = clock;
    entries.delete(key);
    entries.set(key, found);
    return found.answer;
  };

  let seenKeys = new Set<string>();
  const isWanted = (key: string) => {
    misses++;
    if (seenKeys.has(key)) return true;
    if (seenKeys.size >= MAX_SEEN_KEYS) seenKeys = new Set();
    seenKeys.add(key);
    return false;
  };

  const store = (key: string, answer: RenderedAnswer, version: number) => {
    const chains = readChains(answer.headers?.["Portico-Chains"]);
    const size = sizeOf(key, answer);
    if (chains === undefined || size > maxBytes / 8 || version < connectedSince) return;
    const one = { answer, chains, bytes: size, storedAt: now(), goodAt: version };
    if (!isGood(one)) return;
    const before = entries.get(key);
    if (before !== undefined) evict(key, before);
    entries.set(key, one);
    bytes += size;
    for (const [oldest, its] of entries) {
      if (bytes <= maxBytes) break;
      evict(oldest, its);
    }
  };

  const evictAll = () => {
    entries.clear();
    newsAt.clear();
    bytes = 0;
  };
  const onNotify = (chain: string | undefined) => {
    clock++;
    if (chain === undefined) {
      evictAll();
      connectedSince = clock;
    } else newsAt.set(chain, clock);
  };
  const disconnect = () => {
    evictAll();
    connectedSince = Number.POSITIVE_INFINITY;
  };
  const figures = () => ({ hits, misses, answers: entries.size, bytes });
  return { find, isWanted, version: () => clock, store, onNotify, figures, disconnect };
}

/** With a character beyond latin1 every character of a text takes two bytes. */
const sizeOf = (key: string, { text, length }: RenderedAnswer): number =>
  text.length * (length === text.length ? 1 : 2) + key.length * 2 + OVERHEAD;

/**
 * Slugs in a header Portico-Chains; undefined if there are none, or it waits for something else than a change of a
 * chain.
 */
function createChainReader(): (header: string | undefined) => readonly string[] | undefined {
  let last: string | undefined; // until one of its chains changes, every response that depends on them has the same
  let chains: readonly string[] | undefined;
  return (header) => {
    if (header === last) return chains;
    const isSettled = header !== undefined && !/;(?:unread|failed|missing|refreshing)\b/.test(header);
    chains = isSettled ? header.split(", ").map((item) => item.split(";", 1)[0] ?? "") : undefined;
    last = header;
    return chains;
  };
}
