import { setTimeout as sleep } from "node:timers/promises";
import { runNftMetadata } from "./nftMetadata/runNftMetadata.ts";
import type { NftSettings } from "./nftMetadata/settings.ts";
import { createPriceJobs } from "./prices/priceJobs.ts";
import type { PriceJobSettings } from "./prices/priceJobs.ts";
import { keepPools } from "./protocols/keepPools.ts";
import { keepProtocols } from "./protocols/keepProtocols.ts";
import type { TokenLists } from "./tokenLists/loadTokenLists.ts";
import { keepTokenFacts } from "./tokens/keepTokenFacts.ts";
import type { SideJob, SideWork } from "./sideWork.ts";

/**
 * An indexer's side jobs.
 * @param lists - undefined: tokens are known only from blocks, and no further metadata is read.
 */
export const createSideJobs = (
  nftSettings: NftSettings,
  lists: Promise<TokenLists> | undefined,
  priceSettings: PriceJobSettings,
): SideJob[] => [
  ...(lists === undefined ? [] : [(work: SideWork) => keepTokenFacts({ ...work, lists })]),
  async ({ chain, rpc, ...work }) => {
    await runNftMetadata({ ...work, chains: [{ chain: chain.id, rpc }], settings: nftSettings });
  },
  ...createPriceJobs(priceSettings),
  (work) => keepProtocols(work),
  (work) => keepPools(work),
];

const RESTART_MS = 30_000;

/** Runs them all; a failed one is logged and restarted, without affecting the others. */
export async function runSideJobs(jobs: readonly SideJob[], work: SideWork): Promise<void> {
  await Promise.all(jobs.map((job) => keepRunning(job, work)));
}

async function keepRunning(job: SideJob, work: SideWork): Promise<void> {
  while (!work.signal.aborted) {
    try {
      await job(work);
      return;
    } catch (error) {
      if (work.signal.aborted) return;
      work.log.error({ err: error }, "a job beside the blocks failed; it is tried again");
      await sleep(RESTART_MS, undefined, { signal: work.signal }).catch(() => undefined);
    }
  }
}
