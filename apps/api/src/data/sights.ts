import { EventEmitter, once } from "node:events";
import { askForSight, readSightNews } from "@portico/store";
import type { Address, ChainReach, SightNews, Store } from "@portico/store";

/** Waits for the indexer's initial scan of new addresses: see the store's sights.ts. */
export interface Sights {
  /**
   * Reads. If the owner is new on some of the chains, requests an initial scan there, and reads again after it or
   * the timeout. Chains that are still unscanned then are reported by `surveyChains`.
   * @param read - One statement, for a consistent result.
   */
  readonly whenSighted: <T extends Reading>(query: SightQuery, read: () => Promise<T>) => Promise<T>;
  /** Handles a notification of a completed scan; undefined after a gap. See `listen` of the store. */
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
  /** Maximum wait of a request; default SIGHT_WAIT_MS. */
  readonly waitMs?: number | undefined;
  /** No scans can be requested: unknown addresses stay so. */
  readonly isReadOnly?: boolean;
}

export function createSights(db: Store, { waitMs = SIGHT_WAIT_MS, isReadOnly = false }: SightOptions = {}): Sights {
  const news = new EventEmitter().setMaxListeners(0);
  /** Chains without a notification for a whole wait: nobody waits for them until they send one. */
  const silent = new Set<string>();

  const whenSighted = async <T extends Reading>({ owner, chains }: SightQuery, read: () => Promise<T>): Promise<T> => {
    const first = await read();
    const missing = listUnsighted(first.reaches, chains);
    if (missing.length === 0 || isReadOnly) return first;
    const stop = new AbortController();
    const heard = new Map(missing.map((chain) => [chain, hearOf({ chain, owner }, stop.signal)])); // before it is requested
    try {
      const asked = await askForSight(db, owner, missing);
      for (const chain of asked) if (!silent.has(chain)) await heard.get(chain);
    } finally {
      stop.abort();
    }
    return await read();
  };

  /** Settles with the notification, the timeout, or the signal. */
  const hearOf = async (sight: SightNews, signal: AbortSignal) => {
    const timeout = AbortSignal.timeout(waitMs);
    await once(news, eventOf(sight), { signal: AbortSignal.any([signal, timeout]) }).catch(() => undefined);
    if (timeout.aborted) silent.add(sight.chain);
  };

  const hear = (word: string | undefined) => {
    if (word === undefined) {
      silent.clear();
      for (const event of news.eventNames()) if (event !== "error") news.emit(event); // `once` also listens for errors
      return;
    }
    const sight = readSightNews(word);
    silent.delete(sight.chain);
    news.emit(eventOf(sight));
  };
  return { whenSighted, hear };
}

const eventOf = ({ chain, owner }: SightNews): string => `${chain} ${owner}`;

/** A chain during its first sync can't be scanned anyway. */
const listUnsighted = (reaches: readonly ChainReach[], chains: readonly string[]): string[] =>
  reaches
    .filter(({ chain, balances, isSighted }) => balances !== undefined && isSighted === false && chains.includes(chain))
    .map(({ chain }) => chain);
