import { EventEmitter, once } from "node:events";
import { requestInitialScan, parseInitialScanEvent } from "@portico/store";
import type { Address, ChainSyncStatus, InitialScanEvent, PrimaryStore } from "@portico/store";

/** Waits for the indexer's initial scan of new addresses: see the store's initialScans.ts. */
export interface InitialScans {
  /**
   * Reads. If the owner is new on some of the chains, requests an initial scan there, and reads again after it or
   * the timeout. Chains that are still unscanned then are reported by `surveyChains`.
   * @param read - One statement, for a consistent result.
   */
  readonly afterInitialScan: <T extends Reading>(query: InitialScanQuery, read: () => Promise<T>) => Promise<T>;
  /** Handles a notification of a completed scan; undefined after a gap. See `listen` of the store. */
  readonly onNotify: (word: string | undefined) => void;
}

export interface InitialScanQuery {
  readonly owner: Address;
  readonly chains: readonly string[];
}

interface Reading {
  readonly syncStatuses: readonly ChainSyncStatus[];
}

export const INITIAL_SCAN_WAIT_MS = 8_000;

export interface InitialScanOptions {
  /** Maximum wait of a request; default INITIAL_SCAN_WAIT_MS. */
  readonly waitMs?: number | undefined;
  /** No scans can be requested: unknown addresses stay so. */
  readonly isReadOnly?: boolean;
  /** Called after each request for scans, before it is read again. */
  readonly onWrite?: () => void;
}

export function createInitialScans(
  db: PrimaryStore,
  { waitMs = INITIAL_SCAN_WAIT_MS, isReadOnly = false, onWrite }: InitialScanOptions = {},
): InitialScans {
  const news = new EventEmitter().setMaxListeners(0);
  /** Chains without a notification for a whole wait: requests don't wait for them until they send one. */
  const silent = new Set<string>();

  const afterInitialScan = async <T extends Reading>(
    { owner, chains }: InitialScanQuery,
    read: () => Promise<T>,
  ): Promise<T> => {
    const first = await read();
    const missing = listUnscanned(first.syncStatuses, chains);
    if (missing.length === 0 || isReadOnly) return first;
    const stop = new AbortController();
    const waits = new Map(missing.map((chain) => [chain, waitForScan({ chain, owner }, stop.signal)])); // before it is requested
    try {
      const requested = await requestInitialScan(db, owner, missing);
      onWrite?.();
      for (const chain of requested) if (!silent.has(chain)) await waits.get(chain);
    } finally {
      stop.abort();
    }
    return await read();
  };

  /** Settles with the notification, the timeout, or the signal. */
  const waitForScan = async (initialScan: InitialScanEvent, signal: AbortSignal) => {
    const timeout = AbortSignal.timeout(waitMs);
    await once(news, eventOf(initialScan), { signal: AbortSignal.any([signal, timeout]) }).catch(() => undefined);
    if (timeout.aborted) silent.add(initialScan.chain);
  };

  const onNotify = (word: string | undefined) => {
    if (word === undefined) {
      silent.clear();
      for (const event of news.eventNames()) if (event !== "error") news.emit(event); // `once` also listens for errors
      return;
    }
    const initialScan = parseInitialScanEvent(word);
    silent.delete(initialScan.chain);
    news.emit(eventOf(initialScan));
  };
  return { afterInitialScan, onNotify };
}

const eventOf = ({ chain, owner }: InitialScanEvent): string => `${chain} ${owner}`;

/** A chain during its first sync can't be scanned anyway. */
const listUnscanned = (syncStatuses: readonly ChainSyncStatus[], chains: readonly string[]): string[] =>
  syncStatuses
    .filter(({ chain, balances, isScanned }) => balances !== undefined && isScanned === false && chains.includes(chain))
    .map(({ chain }) => chain);
