import { createFastRates } from "@portico/evm/testing/fastRates";
import { startFaultyProxy, type FaultyProxy } from "@portico/indexer/testing/faultyProxy";
import type { ScenarioSize } from "@portico/devnet";
import { type RunningService, runService } from "./runService.ts";

export interface DisturbedService extends RunningService {
  /** Number of faults injected so far, on all chains. */
  readonly countFaults: () => number;
}

/** Short delays: failures are frequent here, and no remote server needs time to recover. */
const WAITS = { restartMs: 100, baseDelayMs: 10, maxDelayMs: 100 };

/** A service whose indexer reads its chains through proxies that randomly behave like failing and hostile RPCs. */
export async function runDisturbed(seed: number, size: Partial<ScenarioSize>, rate: number): Promise<DisturbedService> {
  const proxies: FaultyProxy[] = [];
  const listRpcUrls = async (_chain: string, rpcUrl: string) => {
    const proxy = await startFaultyProxy(rpcUrl, { seed: seed * 10 + proxies.length, rate });
    proxies.push(proxy);
    return [proxy.url];
  };
  const service = await runService(seed, size, { listRpcUrls, waits: WAITS, rates: createFastRates() });
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
