import type { HistoryUrls } from "@portico/evm";
import { reopenHistories } from "@portico/store";
import type { RoundEnd } from "../runRounds.ts";
import { beginStep } from "./collector.ts";
import type { Collector } from "./collector.ts";
import { findBestCallSource } from "./findSources.ts";

/** A new version of a node may have an index of calls; about 30 requests. */
const SEARCH_MS = 3_600_000;

/** A step that searches for a source of calls from time to time, as long as there is only the search over nonces. */
export function createSourceSearch(
  collector: Collector,
  urls: HistoryUrls,
  searchMs = SEARCH_MS,
): () => Promise<RoundEnd> {
  const { maxTransactions, sources, withoutCalls, work } = collector;
  let searchedAt = performance.now();
  return async () => {
    if (performance.now() - searchedAt < searchMs) return "rest";
    searchedAt = performance.now();
    const step = await beginStep(collector);
    if (step === undefined) return "rest";
    sources.calls ??= await findBestCallSource(work, urls, step.work.head.blockNumber);
    if (sources.calls === undefined) return "rest";
    withoutCalls.clear();
    const logs = (await sources.logs.findObstacle()) === undefined;
    await reopenHistories(work.db, work.chain.slug, { calls: sources.calls, logs, maxTransactions });
    return "rest";
  };
}
