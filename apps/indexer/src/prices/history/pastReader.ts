import type { Address, Chain } from "@portico/evm";
import { listPriceSources } from "@portico/store";
import type { BlockRef, PriceSource } from "@portico/store";
import type { SideWork } from "../../sideWork.ts";
import { createTokenMetadataCache, refreshTokens, toPriceMetadata } from "../evaluation/tokenMetadataCache.ts";
import { createNeededSources } from "../sources/neededSources.ts";
import { createBlockTimes } from "./blockTimes.ts";
import type { BlockTimes } from "./blockTimes.ts";
import { createPastPrices } from "./pastPrices.ts";
import type { PastPrices } from "./pastPrices.ts";
import { createRequestBudget } from "./requestBudget.ts";

export interface PastReading {
  /** US dollars; tokens without a price are missing. */
  usd: ReadonlyMap<Address, number>;
  /** Tokens whose price is unknown, because the node doesn't have the state. */
  unreadable: readonly Address[];
}

/** Reads past prices of some tokens within a budget of requests, and caches what it may need again. */
export interface PastReader {
  /** @param head - The stored head. @throws if the node does not respond. */
  read(tokens: readonly Address[], timeAt: number, head: BlockRef): Promise<PastReading>;
  /** Whether the node lately had no state of a time that is needed for a token. */
  isUnreadable(token: Address): boolean;
  /** Requests so far. */
  countRequests(): number;
  /** Until the budget allows for more. */
  wait(signal: AbortSignal): Promise<void>;
  /** Deletes what it has cached. */
  reset(): void;
}

/** Old state is requested again after this time: the node may have been replaced. */
const RETRY_MS = 3_600_000;

interface Opened {
  key: string;
  past: PastPrices;
  sources: readonly PriceSource[];
}

export function createPastReader(work: SideWork & { maxRate?: number }): PastReader {
  const { log, maxRate } = work;
  const budget = createRequestBudget(work.rpc, maxRate);
  const retryAt = new Map<Address, number>();
  let blocks: { newest: BlockRef; times: BlockTimes } | undefined;
  let opened: Opened | undefined;
  let lastTime = Number.POSITIVE_INFINITY;

  const open = async (tokens: readonly Address[], timeAt: number, head: BlockRef): Promise<Opened> => {
    const key = tokens.join(" ");
    if (blocks === undefined || blocks.newest.timeAt <= timeAt) {
      [blocks, opened] = [{ newest: head, times: createBlockTimes(budget.rpc, head) }, undefined];
    }
    if (timeAt >= lastTime) opened = undefined; // begun again: there may be other sources
    lastTime = timeAt;
    if (opened?.key !== key) opened = { key, ...(await openPast({ ...work, rpc: budget.rpc }, tokens, blocks)) };
    return opened;
  };

  return {
    async read(tokens, timeAt, head) {
      if (tokens.length === 0) return { usd: new Map(), unreadable: [] };
      const { past, sources } = await open(tokens, timeAt, head);
      const prices = await past.read(timeAt, head);
      const usd = new Map([...prices].map(([token, price]) => [token, price.usd]));
      if (past.noStates() === undefined) return { usd, unreadable: [] };
      log.info(
        { err: past.noStates(), timeAt },
        "the node has no state of this time: past prices come from feeds only",
      );
      opened = undefined;
      const unreadable = tokens.filter((token) => !usd.has(token) && needsState(work.chain, sources, token));
      for (const token of unreadable) retryAt.set(token, performance.now() + RETRY_MS);
      return { usd, unreadable };
    },
    isUnreadable: (token) => (retryAt.get(token) ?? 0) > performance.now(),
    countRequests: () => budget.count(),
    wait: (signal) => budget.wait(signal),
    reset() {
      [blocks, opened] = [undefined, undefined];
    },
  };
}

const needsState = (chain: Chain, sources: readonly PriceSource[], token: Address): boolean =>
  createNeededSources(chain, sources)([token]).some(({ kind }) => kind !== "feed");

async function openPast(
  { db, chain, rpc, lists }: SideWork,
  tokens: readonly Address[],
  { newest, times }: { newest: BlockRef; times: BlockTimes },
): Promise<Omit<Opened, "key">> {
  const all = await listPriceSources(db, chain.slug);
  const sources = createNeededSources(chain, all)(tokens);
  const metadata = createTokenMetadataCache();
  await refreshTokens(db, chain, { metadata, sources, changed: undefined, timeAt: newest.timeAt, lists });
  const request = { chain, rpc, sources, metadata: toPriceMetadata(chain, metadata), newest, blocks: times };
  return { past: createPastPrices(request), sources };
}
