import { setTimeout as sleep } from "node:timers/promises";
import { chains, type Address } from "@portico/evm";
import { readTokenNews } from "@portico/store";
import type { TokenTable } from "./tokenTable.ts";

export interface TokenFreshness {
  /** Handles a notification of the token channel; undefined after a gap. See `listen` of the store. */
  readonly onNotify: (word: string | undefined) => void;
  /** Settles with the first read, which is of everything. */
  readonly ready: () => Promise<void>;
  readonly stop: () => void;
}

export interface FreshnessOptions {
  /** Called if a read fails; it is retried by itself. */
  readonly onError: (error: unknown) => void;
}

/** Tokens to read again, by chain; undefined: all of the chain. */
type Stale = Map<string, Set<Address> | undefined>;

const RETRY_MS = 1000;

/** Keeps a token table up to date: reads changed tokens again, until that succeeds. */
export function createTokenFreshness(
  table: Pick<TokenTable, "refresh">,
  { onError }: FreshnessOptions,
): TokenFreshness {
  const stale: Stale = new Map();
  const stopping = new AbortController();
  let first: Promise<void> | undefined;
  let isReading = false;

  const readStale = async () => {
    while (!stopping.signal.aborted) {
      const [chain] = stale.keys();
      if (chain === undefined) return;
      const addresses = stale.get(chain);
      stale.delete(chain); // notifications from here on cause one more read
      try {
        await table.refresh({ chain, addresses: addresses && [...addresses] });
      } catch (error) {
        mark(stale, chain, addresses);
        throw error;
      }
    }
  };

  const readContinuously = async () => {
    isReading = true;
    while (stale.size > 0 && !stopping.signal.aborted) {
      const reading = readStale();
      first ??= reading;
      await reading.catch(async (error: unknown) => {
        if (stopping.signal.aborted) return;
        onError(error);
        await sleep(RETRY_MS, undefined, { ref: false });
      });
    }
    isReading = false;
  };

  const onNotify = (word: string | undefined) => {
    if (word === undefined) for (const { slug } of chains) stale.set(slug, undefined);
    else markNews(stale, word);
    if (!isReading) void readContinuously();
  };
  return { onNotify, ready: async () => await first, stop: () => stopping.abort() };
}

function markNews(stale: Stale, word: string): void {
  const { chain, addresses } = readTokenNews(word);
  mark(stale, chain, addresses);
}

function mark(stale: Stale, chain: string, addresses: Iterable<Address> | undefined): void {
  const marked = stale.get(chain);
  if (addresses === undefined) stale.set(chain, undefined);
  else if (marked !== undefined) for (const address of addresses) marked.add(address);
  else if (!stale.has(chain)) stale.set(chain, new Set(addresses));
}
