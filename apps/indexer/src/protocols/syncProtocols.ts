import { findChainState, listRecheckable, listUnclassified } from "@portico/store";
import { runRounds } from "../runRounds.ts";
import { canIdentify } from "./identifyVersion.ts";
import { listResponding } from "./syncCatalogue.ts";
import { PAGE_SIZE, identifyPage } from "./identifyPage.ts";
import type { IdentifyJob } from "./identifyPage.ts";
import { deleteOutdated, reidentify } from "./reidentify.ts";
import type { ProtocolsJob } from "./protocolsJob.ts";
import { createProtocolProgress } from "./protocolProgress.ts";
import type { ProtocolProgress } from "./protocolProgress.ts";

const POLL_MS = 1_000;

/**
 * Identifies, in a side job until the signal aborts, which tokens and pools belong to which protocol. An adapter that
 * is new, or has a changed table, checks all of them, old ones too; a failing one alone is left out, its error is
 * stored, and it is retried with increasing backoff. What nobody claimed is checked again later.
 */
export async function syncProtocols(job: ProtocolsJob): Promise<void> {
  const progress = createProtocolProgress();
  const onError = (error: unknown): void => job.log.warn({ err: error }, "identifying contracts failed; retrying");
  await runRounds({ signal: job.signal, pauseMs: job.pollMs ?? POLL_MS, onError }, async () => {
    await findProtocols(job, progress);
    return "rest";
  });
}

/** One round: all contracts that some adapter has not checked. Skipped before the chain is synced. */
export async function findProtocols(job: ProtocolsJob, progress: ProtocolProgress): Promise<void> {
  const identifyJob: IdentifyJob = {
    ...job,
    deployed: (await listResponding(job)).filter(canIdentify),
    progress,
  };
  progress.beginRound();
  const stale = await deleteOutdated(identifyJob);
  const pausedMs = job.pagePauseMs ?? PAGE_PAUSE_MS;
  await lookAtNew(identifyJob, pausedMs);
  await reidentify(identifyJob, stale, () => lookAtNew(identifyJob, pausedMs));
  if (progress.isRecheckRound) await recheckSome(identifyJob);
  progress.endRound();
}

/** Many contracts take hardly more calls than one. */
const PAGE_PAUSE_MS = 30_000;

async function lookAtNew(identifyJob: IdentifyJob, pausedMs: number): Promise<void> {
  const { db, chain, rpc, progress } = identifyJob;
  for (;;) {
    const page = await listUnclassified(db, chain.slug, PAGE_SIZE);
    const isRecent = page.length < PAGE_SIZE && performance.now() - progress.identifiedAt < pausedMs;
    if (page.length === 0 || (isRecent && (await rpc.readLimits()).rate !== undefined)) return;
    if (!(await identifyPage(identifyJob, page))) return;
    progress.identifiedAt = performance.now();
  }
}

/** Contracts in a round: about forty calls each on Ethereum, in batches. */
const RECHECKED_AT_ONCE = 50;

/** Checks contracts again that no protocol claimed: a gauge may be found before its voter lists it. */
async function recheckSome(identifyJob: IdentifyJob): Promise<void> {
  const { db, chain } = identifyJob;
  const head = (await findChainState(db, chain.slug))?.balances;
  if (head === undefined) return;
  const due = await listRecheckable(db, chain.slug, head.timeAt, RECHECKED_AT_ONCE);
  if (due.length > 0) await identifyPage(identifyJob, due);
}
