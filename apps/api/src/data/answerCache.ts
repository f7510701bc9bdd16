import type { RenderedAnswer } from "../http/renderedAnswer.ts";

/**
 * An in-memory response cache. A response is valid until one of its chains changes: its state, or a token of it. While
 * notifications don't arrive, nothing is cached. Authorization is not decided here.
 */
export interface AnswerCache {
  readonly find: (key: string) => RenderedAnswer | undefined;
  /** Whether to cache a missing response: requests made only once would evict frequent ones. */
  readonly isWanted: (key: string) => boolean;
  /** To be called before the response's first read, and passed to `keep`. */
  readonly moment: () => number;
  /** Caches a response, if it names its chains, none of them is pending, and none has changed since. */
  readonly keep: (key: string, answer: RenderedAnswer, moment: number) => void;
  /**
   * Handles a change of a chain; undefined after a gap in notifications, which arrive from now on. See `listen` of the
   * store.
   */
  readonly hear: (chain: string | undefined) => void;
  /** Statistics. */
  readonly figures: () => { hits: number; misses: number; answers: number; bytes: number };
  /** Clears the cache and disables it until `hear` is called with undefined. */
  readonly goDeaf: () => void;
}

export interface AnswerCacheOptions {
  /** Of the whole cache; 0 disables it. */
  readonly maxBytes: number;
  /** Maximum age of a response, in case a notification is lost. */
  readonly maxAgeMs?: number;
  /** Milliseconds. */
  readonly now?: () => number;
}

interface Kept {
  readonly answer: RenderedAnswer;
  readonly chains: readonly string[];
  readonly bytes: number;
  readonly keptAt: number;
  /** Its chains are unchanged up to here. */
  goodAt: number;
}

export const ANSWER_BYTES = 64 * 1024 * 1024;
export const ANSWER_AGE_MS = 60_000;

/** Maximum number of remembered request keys: about as many as there is space for responses. */
const ASKED = 2_000;

/** Memory of a response besides its text and its key. */
const OVERHEAD = 1_000;

export function createAnswerCache(options: AnswerCacheOptions): AnswerCache {
  const { maxBytes, maxAgeMs = ANSWER_AGE_MS, now = () => performance.now() } = options;
  const kept = new Map<string, Kept>(); // most recently used last
  const newsAt = new Map<string, number>();
  const readChains = createChainReader();
  let clock = 0;
  let bytes = 0;
  let hits = 0;
  let misses = 0;
  let hearsSince = Number.POSITIVE_INFINITY;

  const forget = (key: string, { bytes: freed }: Kept) => {
    kept.delete(key);
    bytes -= freed;
  };
  const isGood = (one: Kept): boolean =>
    one.goodAt === clock || one.chains.every((chain) => (newsAt.get(chain) ?? 0) <= one.goodAt);

  const find = (key: string) => {
    const found = kept.get(key);
    if (found === undefined) return undefined;
    if (now() - found.keptAt > maxAgeMs || !isGood(found)) {
      forget(key, found);
      return undefined;
    }
    hits++;
    found.goodAt = clock;
    kept.delete(key);
    kept.set(key, found);
    return found.answer;
  };

  let asked = new Set<string>();
  const isWanted = (key: string) => {
    misses++;
    if (asked.has(key)) return true;
    if (asked.size >= ASKED) asked = new Set();
    asked.add(key);
    return false;
  };

  const keep = (key: string, answer: RenderedAnswer, moment: number) => {
    const chains = readChains(answer.headers?.["Portico-Chains"]);
    const size = sizeOf(key, answer);
    if (chains === undefined || size > maxBytes / 8 || moment < hearsSince) return;
    const one = { answer, chains, bytes: size, keptAt: now(), goodAt: moment };
    if (!isGood(one)) return;
    const before = kept.get(key);
    if (before !== undefined) forget(key, before);
    kept.set(key, one);
    bytes += size;
    for (const [oldest, its] of kept) {
      if (bytes <= maxBytes) break;
      forget(oldest, its);
    }
  };

  const forgetAll = () => {
    kept.clear();
    newsAt.clear();
    bytes = 0;
  };
  const hear = (chain: string | undefined) => {
    clock++;
    if (chain === undefined) {
      forgetAll();
      hearsSince = clock;
    } else newsAt.set(chain, clock);
  };
  const goDeaf = () => {
    forgetAll();
    hearsSince = Number.POSITIVE_INFINITY;
  };
  const figures = () => ({ hits, misses, answers: kept.size, bytes });
  return { find, isWanted, moment: () => clock, keep, hear, figures, goDeaf };
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
