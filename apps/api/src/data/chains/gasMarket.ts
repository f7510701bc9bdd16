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

interface Kept {
  readonly market: GasMarket;
  /** Both by the clock of `now`. */
  readonly askedAt: number;
  readonly dueAt: number;
}

const LEAST_MS = 200;
const MOST_MS = 15_000;
/** Minimum interval of requests for an overdue block. */
const LATE_MS = 1_000;

/** @param now - The wall clock, ms: compared with block timestamps. */
export function createGasMarkets(
  chainRpcs: ChainRpcs,
  { now = Date.now, waitMs = NODE_WAIT_MS }: { now?: () => number; waitMs?: number } = {},
): GasMarkets {
  const kept = new Map<string, Kept>();
  const flying = new Map<string, Promise<GasMarket>>();
  const readNewest = async (rpc: Rpc, chain: Chain): Promise<GasMarket> => {
    const askedAt = now();
    const head = await readGasHead(rpc);
    const before = kept.get(chain.id)?.market;
    const isNews =
      before === undefined || before.head.hash !== head.hash || before.head.blockNumber !== head.blockNumber;
    const market = isNews ? await readGasMarket(rpc, chain, head) : before;
    kept.set(chain.id, { market, askedAt, dueAt: expectNext(market, chain, askedAt) });
    return market;
  };
  const read = async (chain: Chain): Promise<GasMarket> => {
    const found = kept.get(chain.id);
    const time = now();
    if (found !== undefined && found.askedAt <= time && time < found.dueAt) return found.market;
    const rpc = chainRpcs.find(chain.id)?.rpc;
    if (rpc === undefined) throw unreachable(`This server has no RPC for '${chain.id}'`, 60);
    const flight = flying.get(chain.id) ?? readNewest(rpc, chain).finally(() => flying.delete(chain.id));
    flying.set(chain.id, flight);
    return await waitForNode(chain.id, flight, waitMs);
  };
  return { read };
}

/** Expected time of the next block: an interval after the head, and at most that long after the request. */
function expectNext({ head, window }: GasMarket, { blockIntervalMs }: Chain, askedAt: number): number {
  const usual = window.blockSeconds === null ? (blockIntervalMs ?? 0) : window.blockSeconds * 1000;
  const interval = Math.min(Math.max(usual, LEAST_MS), MOST_MS);
  const next = Math.max(head.timeAt * 1000 + interval, askedAt + Math.min(interval, LATE_MS));
  return Math.min(next, askedAt + interval);
}
