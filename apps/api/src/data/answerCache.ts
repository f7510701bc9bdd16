import type { RenderedAnswer } from "../http/renderedAnswer.ts";

/**
 * Answers in memory, each until one of the chains that it rests on has news: a chain's state moved, or a token of it. While
 * news can't be heard, nothing is kept. Who may ask is not decided here.
 */
export interface AnswerCache {
  readonly find: (key: string) => RenderedAnswer | undefined;
  /** Whether to keep an answer that was not found: what is asked for only once would push out what is asked for often. */
  readonly isWanted: (key: string) => boolean;
  /** To be asked before the first thing that an answer rests on is read, and given to `keep`. */
  readonly moment: () => number;
  /** Keeps an answer, if it says on which chains it rests, none of them is waited for, and there were no news of them since. */
  readonly keep: (key: string, answer: RenderedAnswer, moment: number) => void;
  /** Takes news of a chain; undefined when news were missed, and are heard from now on. See `listen` of the store. */
  readonly hear: (chain: string | undefined) => void;
  /** What it did and has. */
  readonly figures: () => { hits: number; misses: number; answers: number; bytes: number };
  /** Forgets everything and keeps nothing until `hear` is called with undefined. */
  readonly goDeaf: () => void;
}

export interface AnswerCacheOptions {
  /** Of all that is kept; 0 keeps nothing. */
  readonly maxBytes: number;
  /** Nothing is believed for longer than this, should some news ever be lost. */
  readonly maxAgeMs?: number;
  /** Milliseconds. */
  readonly now?: () => number;
}

interface Kept {
  readonly answer: RenderedAnswer;
  readonly chains: readonly string[];
  readonly bytes: number;
  readonly keptAt: number;
  /** No chain of it had news up to here. */
  goodAt: number;
}

export const ANSWER_BYTES = 64 * 1024 * 1024;
export const ANSWER_AGE_MS = 60_000;

/** Keys that are remembered as asked for, at most: about as many as there is room for answers. */
const ASKED = 2_000;

/** What an answer takes beside its text and its key. */
const OVERHEAD = 1_000;

export function createAnswerCache(options: AnswerCacheOptions): AnswerCache {
  const { maxBytes, maxAgeMs = ANSWER_AGE_MS, now = () => performance.now() } = options;
  const kept = new Map<string, Kept>(); // the one used last is last
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

/** A character beyond latin1 makes every character of a text take two bytes. */
const sizeOf = (key: string, { text, length }: RenderedAnswer): number =>
  text.length * (length === text.length ? 1 : 2) + key.length * 2 + OVERHEAD;

/** The slugs in headers Portico-Chains; undefined when there is none, or it waits for what is no news of a chain. */
function createChainReader(): (header: string | undefined) => readonly string[] | undefined {
  let last: string | undefined; // until one of its chains moves, every answer that rests on them has the same
  let chains: readonly string[] | undefined;
  return (header) => {
    if (header === last) return chains;
    const isSettled = header !== undefined && !/;(?:unread|failed|missing|refreshing)\b/.test(header);
    chains = isSettled ? header.split(", ").map((item) => item.split(";", 1)[0] ?? "") : undefined;
    last = header;
    return chains;
  };
}
