import type { Devnet } from "@portico/devnet";
import type { Store } from "@portico/store";
import { pino } from "pino";
import type { ChainProgress } from "../status/progress.ts";
import { runIndexer } from "../runIndexer.ts";
import type { IndexedChain, IndexerOptions } from "../runIndexer.ts";

/** The chains of a devnet, from genesis. */
export const listDevnetChains = (devnet: Pick<Devnet, "chains">): IndexedChain[] =>
  Object.entries(devnet.chains).map(([chain, { rpcUrl }]) => ({ chain, rpcUrls: [rpcUrl], startBlock: 0n }));

/**
 * Runs the indexer until every chain is at its head.
 * @returns its progress reports.
 */
export async function syncToHead(
  db: Store,
  chains: readonly IndexedChain[],
  options: Partial<Pick<IndexerOptions, "limits" | "log" | "profiles" | "rates" | "waits">> = {},
): Promise<ChainProgress[]> {
  const stop = new AbortController();
  const reports: ChainProgress[] = [];
  const atHead = new Set<string>();
  await runIndexer({
    db,
    chains,
    log: pino({ level: "error" }),
    signal: stop.signal,
    pollMs: 20,
    ...options,
    onProgress: (progress) => {
      reports.push(progress);
      if (progress.phase === "head") atHead.add(progress.chain);
      if (atHead.size === chains.length) stop.abort();
    },
  });
  return reports;
}
