import { setTimeout as sleep } from "node:timers/promises";
import { runInBackground } from "@portico/evm";
import { syncAccountCodes } from "./accounts/syncAccountCodes.ts";
import { syncContractLinks } from "./contracts/syncContractLinks.ts";
import { syncHolderScans } from "./holders/syncHolderScans.ts";
import { runNftMetadata } from "./nftMetadata/runNftMetadata.ts";
import type { NftSettings } from "./nftMetadata/settings.ts";
import { collectHistories } from "./history/collectHistories.ts";
import { expireOwners } from "./owners/expireOwners.ts";
import { createPriceJobs } from "./prices/priceJobs.ts";
import type { PriceJobSettings } from "./prices/priceJobs.ts";
import { syncCatalogue } from "./protocols/syncCatalogue.ts";
import { syncEventScans } from "./protocols/syncEventScans.ts";
import { syncPools } from "./protocols/syncPools.ts";
import { syncProtocols } from "./protocols/syncProtocols.ts";
import { dropOldBlocks } from "./retention/dropOldBlocks.ts";
import type { DropOldBlocksJob } from "./retention/dropOldBlocks.ts";
import type { TokenLists } from "./tokenLists/loadTokenLists.ts";
import { verifyTwins } from "./tokens/verifyTwins.ts";
import { syncTokenMetadata } from "./tokens/syncTokenMetadata.ts";
import { repairWraps } from "./wraps/repairWraps.ts";
import type { SideJob, SideWork } from "./sideWork.ts";

export interface SideJobSettings {
  prices: PriceJobSettings;
  /** Days without a request after which an owner is no longer followed, or its history of a full index is deleted. */
  followDays: number;
  /** Maximum number of past transactions collected of an owner. */
  historyTransactions: number;
  onDropped?: DropOldBlocksJob["onDropped"];
}

/**
 * An indexer's side jobs.
 * @param lists - undefined: tokens are known only from blocks, and no further metadata is read.
 */
export const createSideJobs = (
  nftSettings: NftSettings,
  lists: Promise<TokenLists> | undefined,
  { prices, followDays, historyTransactions, onDropped }: SideJobSettings,
): SideJob[] => [
  ...listBackgroundJobs(nftSettings, lists, prices).map(
    (job): SideJob =>
      (work) =>
        runInBackground(() => job(work)),
  ),
  (work) => syncHolderScans(work),
  (work) => expireOwners(work, followDays),
  (work) => dropOldBlocks({ ...work, priceDays: prices.days, onDropped }),
  (work) => collectHistories(work, { ...work.history, maxTransactions: historyTransactions }),
];

/** Those that nobody waits for: their calls give way to others. */
const listBackgroundJobs = (
  nftSettings: NftSettings,
  lists: Promise<TokenLists> | undefined,
  prices: PriceJobSettings,
): SideJob[] => [
  ...(lists === undefined ? [] : [(work: SideWork) => syncTokenMetadata({ ...work, lists })]),
  async ({ chain, rpc, ...work }) => {
    await runNftMetadata({ ...work, chains: [{ chain: chain.slug, rpc }], settings: nftSettings });
  },
  ...createPriceJobs(prices),
  (work) => syncCatalogue(work),
  (work) => syncProtocols(work),
  (work) => syncPools(work),
  (work) => syncEventScans(work),
  (work) => verifyTwins(work),
  (work) => syncAccountCodes(work),
  (work) => syncContractLinks(work),
  (work) => repairWraps(work),
];

const RESTART_MS = 30_000;

/** Runs them all; a failed one is logged and restarted, without affecting the others. */
export async function runSideJobs(jobs: readonly SideJob[], work: SideWork): Promise<void> {
  await Promise.all(jobs.map((job) => runWithRestarts(job, work)));
}

async function runWithRestarts(job: SideJob, work: SideWork): Promise<void> {
  while (!work.signal.aborted) {
    try {
      await job(work);
      return;
    } catch (error) {
      if (work.signal.aborted) return;
      work.log.error({ err: error }, "a side job failed; retrying");
      await sleep(RESTART_MS, undefined, { signal: work.signal }).catch(() => undefined);
    }
  }
}
