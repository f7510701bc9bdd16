import { setTimeout as sleep } from "node:timers/promises";
import { createRpc, getChain, readPrimaryNames, type Address, type Rpc, type RpcEvent } from "@portico/evm";
import QuickLRU from "quick-lru";
import { batch } from "./batch.ts";

/** Names of the addresses that have one, as far as known in time. */
export type FindNames = (this: void, addresses: readonly Address[]) => Promise<ReadonlyMap<Address, string>>;

export interface NameOptions {
  /** URLs by chain slug: names are read on Ethereum. */
  readonly rpcUrls: ReadonlyMap<string, readonly string[]>;
  /** Called for every RPC call; must not throw. */
  readonly onCall?: ((chain: string, event: RpcEvent) => void) | undefined;
  /** Maximum wait of a caller; a later result is used for the next one. */
  readonly waitMs?: number;
  /** Cache time of a name, and of its absence. */
  readonly cacheMs?: number;
  /** Backoff after a failure. */
  readonly backoffMs?: number;
  /** Maximum cached addresses. */
  readonly max?: number;
}

const BATCH = { size: 200, atOnce: 4, max: 2000 };

/** Finds primary names (ENS); never delays a response for long, nor fails it. */
export function createNames(options: NameOptions): FindNames {
  const { rpcUrls, onCall, waitMs = 500, cacheMs = 300_000, backoffMs = 5_000, max = 20_000 } = options;
  const urls = rpcUrls.get("eth");
  if (urls === undefined) return () => Promise.resolve(new Map());
  const rpc = createRpc({
    chain: getChain("eth"),
    urls,
    timeoutMs: 3000,
    hedgeMs: 500,
    maxRetryAfterMs: 3000,
    isUrgent: true,
    attempts: Math.max(2, urls.length),
    ...(onCall && { onCall: (event) => onCall("eth", event) }),
  });
  const known = new QuickLRU<Address, string | null>({ maxSize: max, maxAge: cacheMs });
  let backoffUntil = 0;
  const load = batch<Address>(async (addresses) => {
    try {
      const names = await readNewest(rpc, addresses);
      for (const address of addresses) known.set(address, names.get(address) ?? null);
    } catch {
      backoffUntil = performance.now() + backoffMs;
    }
  }, BATCH);
  return async (addresses) => {
    const missing = performance.now() < backoffUntil ? [] : addresses.filter((address) => !known.has(address));
    if (missing.length > 0) await within(waitMs, Promise.all(missing.map(load)));
    return new Map(
      addresses.flatMap((address) => {
        const name = known.get(address);
        return typeof name === "string" ? [[address, name]] : [];
      }),
    );
  };
}

const readNewest = async (rpc: Rpc, addresses: readonly Address[]): Promise<Map<Address, string>> =>
  await readPrimaryNames(rpc, addresses, { blockNumber: await rpc.getBlockNumber() });

async function within(waitMs: number, work: Promise<unknown>): Promise<void> {
  const inTime = new AbortController();
  const late = sleep(waitMs, undefined, { signal: inTime.signal, ref: false }).catch(() => undefined);
  await Promise.race([work, late]);
  inTime.abort();
}
