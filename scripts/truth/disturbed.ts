import { startFaultyProxy, type FaultyProxy } from "@portico/indexer/testing/faultyProxy";
import type { ScenarioSize } from "@portico/pocket";
import { type RunningService, runService } from "./runService.ts";

export interface DisturbedService extends RunningService {
  /** How many faults were injected so far, on all chains. */
  readonly countFaults: () => number;
}

/** Failures come often here, and what is waited for is no other server's recovery. */
const WAITS = { restartMs: 100, baseDelayMs: 10, maxDelayMs: 100 };

/** A service whose indexer sees its chains through proxies that do at random what failing and hostile RPCs do. */
export async function runDisturbed(seed: number, size: Partial<ScenarioSize>, rate: number): Promise<DisturbedService> {
  const proxies: FaultyProxy[] = [];
  const listRpcUrls = async (_chain: string, rpcUrl: string) => {
    const proxy = await startFaultyProxy(rpcUrl, { seed: seed * 10 + proxies.length, rate });
    proxies.push(proxy);
    return [proxy.url];
  };
  const service = await runService(seed, size, { listRpcUrls, waits: WAITS });
  return {
    ...service,
    countFaults: () =>
      proxies.flatMap(({ injected }) => Object.values(injected)).reduce((sum, count) => sum + count, 0),
    async stop() {
      await service.stop();
      await Promise.all(proxies.map((proxy) => proxy.stop()));
    },
  };
}
