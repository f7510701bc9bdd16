import { EventEmitter, once } from "node:events";
import { askForSight, readSightNews } from "@portico/store";
import type { Address, ChainReach, SightNews, Store } from "@portico/store";

/** Waits for the indexer to look at addresses that are asked for for the first time: see the store's sights.ts. */
export interface Sights {
  /**
   * Reads. When chains of the query do not know the owner yet, has it looked at there, and reads again once that is done or
   * the wait is over. What is still unknown then, `surveyChains` finds in the reaches.
   * @param read - One statement, so that what it reads belongs together.
   */
  readonly whenSighted: <T extends Reading>(query: SightQuery, read: () => Promise<T>) => Promise<T>;
  /** Takes a word of the channel of what was sighted; undefined when words were missed. See `listen` of the store. */
  readonly hear: (word: string | undefined) => void;
}

export interface SightQuery {
  readonly owner: Address;
  readonly chains: readonly string[];
}

interface Reading {
  readonly reaches: readonly ChainReach[];
}

export const SIGHT_WAIT_MS = 8_000;

export interface SightOptions {
  /** How long a request waits at most; SIGHT_WAIT_MS when left out. */
  readonly waitMs?: number | undefined;
  /** Nobody can be asked to look: what is unknown stays so. */
  readonly isReadOnly?: boolean;
}

export function createSights(db: Store, { waitMs = SIGHT_WAIT_MS, isReadOnly = false }: SightOptions = {}): Sights {
  const news = new EventEmitter().setMaxListeners(0);
  /** Chains that said nothing for a whole wait: nobody waits for them until they say something. */
  const silent = new Set<string>();

  const whenSighted = async <T extends Reading>({ owner, chains }: SightQuery, read: () => Promise<T>): Promise<T> => {
    const first = await read();
    const missing = listUnsighted(first.reaches, chains);
    if (missing.length === 0 || isReadOnly) return first;
    const stop = new AbortController();
    const heard = new Map(missing.map((chain) => [chain, hearOf({ chain, owner }, stop.signal)])); // before it is asked
    try {
      const asked = await askForSight(db, owner, missing);
      for (const chain of asked) if (!silent.has(chain)) await heard.get(chain);
    } finally {
      stop.abort();
    }
    return await read();
  };

  /** Settles with the word, with the wait, or with the signal. */
  const hearOf = async (sight: SightNews, signal: AbortSignal) => {
    const timeout = AbortSignal.timeout(waitMs);
    await once(news, eventOf(sight), { signal: AbortSignal.any([signal, timeout]) }).catch(() => undefined);
    if (timeout.aborted) silent.add(sight.chain);
  };

  const hear = (word: string | undefined) => {
    if (word === undefined) {
      silent.clear();
      for (const event of news.eventNames()) if (event !== "error") news.emit(event); // `once` listens to errors too
      return;
    }
    const sight = readSightNews(word);
    silent.delete(sight.chain);
    news.emit(eventOf(sight));
  };
  return { whenSighted, hear };
}

const eventOf = ({ chain, owner }: SightNews): string => `${chain} ${owner}`;

/** A chain whose first sync runs can't be asked anyway. */
const listUnsighted = (reaches: readonly ChainReach[], chains: readonly string[]): string[] =>
  reaches
    .filter(({ chain, balances, isSighted }) => balances !== undefined && isSighted === false && chains.includes(chain))
    .map(({ chain }) => chain);
