import { listDeployed } from "@portico/protocols";
import type { Deployed } from "@portico/protocols";
import { listUnclassified } from "@portico/store";
import { keepGoing } from "../keepGoing.ts";
import { canIdentify } from "./identifyVersion.ts";
import { LOOKED_AT_ONCE, lookAt } from "./lookAt.ts";
import type { Looking } from "./lookAt.ts";
import { forgetOutdated, lookBack } from "./lookBack.ts";
import { createProtocolProgress } from "./protocolProgress.ts";
import type { ProtocolProgress } from "./protocolProgress.ts";
import type { SideWork } from "../sideWork.ts";

export interface ProtocolsJob extends SideWork {
  /** The protocols of the chain; default: all. */
  deployed?: readonly Deployed[];
  /** Interval between checks for new contracts. */
  pollMs?: number;
}

const POLL_MS = 1_000;

/**
 * Identifies, in a side job until the signal aborts, which tokens and pools belong to which protocol. An adapter that
 * is new, or has a changed table, checks all of them, old ones too; a failing one alone is left out, its error is
 * stored, and it is retried with increasing backoff.
 */
export async function keepProtocols(job: ProtocolsJob): Promise<void> {
  const progress = createProtocolProgress();
  const onError = (error: unknown): void =>
    job.log.warn({ err: error }, "contracts could not be looked at; trying again");
  await keepGoing({ signal: job.signal, restMs: job.pollMs ?? POLL_MS, onError }, async () => {
    await findProtocols(job, progress);
    return "rest";
  });
}

/** One round: all contracts that some adapter has not checked. Skipped before the chain is synced. */
export async function findProtocols(job: ProtocolsJob, progress: ProtocolProgress): Promise<void> {
  const looking: Looking = {
    ...job,
    deployed: (job.deployed ?? listDeployed(job.chain.id)).filter(canIdentify),
    progress,
  };
  progress.beginRound();
  const stale = await forgetOutdated(looking);
  await lookAtNew(looking);
  await lookBack(looking, stale, () => lookAtNew(looking));
  progress.endRound();
}

async function lookAtNew(looking: Looking): Promise<void> {
  for (;;) {
    const page = await listUnclassified(looking.db, looking.chain.id, LOOKED_AT_ONCE);
    if (page.length === 0 || !(await lookAt(looking, page))) return;
  }
}
