import { type Chain, type GasMarket, readGasHead, readGasMarket, type Rpc } from "@portico/evm";
import type { ChainRpcs } from "./chainRpcs.ts";
import { NODE_WAIT_MS, unreachable, waitForNode } from "./waitForNode.ts";

/** Current gas prices, by chain. */
export interface GasMarkets {
  /**
   * At the chain's latest block, read once for concurrent requests.
   * @throws ServiceError upstream_error if the chain has no URL, or its node fails.
   */
  readonly read: (chain: Chain) => Promise<GasMarket>;
}

interface CacheEntry {
  readonly market: GasMarket;
  /** Both by the clock of `now`. */
  readonly requestedAt: number;
  readonly dueAt: number;
}

const LEAST_MS = 200;
const MAX_MS = 15_000;
/** Minimum interval of requests for an overdue block. */
const LATE_MS = 1_000;

/** @param now - The wall clock, ms: compared with block timestamps. */
export function createGasMarkets(
  chainRpcs: ChainRpcs,
  { now = Date.now, waitMs = NODE_WAIT_MS }: { now?: () => number; waitMs?: number } = {},
): GasMarkets {
  const cache = new Map<string, CacheEntry>();
  const flying = new Map<string, Promise<GasMarket>>();
  const readNewest = async (rpc: Rpc, chain: Chain): Promise<GasMarket> => {
    const requestedAt = now();
    const head = await readGasHead(rpc);
    const before = cache.get(chain.slug)?.market;
    const isNews =
      before === undefined || before.head.hash !== head.hash || before.head.blockNumber !== head.blockNumber;
    const market = isNews ? await readGasMarket(rpc, chain, head) : before;
    cache.set(chain.slug, { market, requestedAt, dueAt: expectNext(market, chain, requestedAt) });
    return market;
  };
  const read = async (chain: Chain): Promise<GasMarket> => {
    const found = cache.get(chain.slug);
    const time = now();
    if (found !== undefined && found.requestedAt <= time && time < found.dueAt) return found.market;
    const rpc = chainRpcs.find(chain.slug)?.rpc;
    if (rpc === undefined) throw unreachable(`This server has no RPC for '${chain.slug}'`, 60);
    const flight = flying.get(chain.slug) ?? readNewest(rpc, chain).finally(() => flying.delete(chain.slug));
    flying.set(chain.slug, flight);
    return await waitForNode(chain.slug, flight, waitMs);
  };
  return { read };
}

/** Expected time of the next block: an interval after the head, and at most that long after the request. */
function expectNext({ head, window }: GasMarket, { blockIntervalMs }: Chain, requestedAt: number): number {
  const usual = window.blockSeconds === null ? (blockIntervalMs ?? 0) : window.blockSeconds * 1000;
  const interval = Math.min(Math.max(usual, LEAST_MS), MAX_MS);
  const next = Math.max(head.timeAt * 1000 + interval, requestedAt + Math.min(interval, LATE_MS));
  return Math.min(next, requestedAt + interval);
}
