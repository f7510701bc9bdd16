import { addOwnerHistories, findChainState, hasIncompleteHistories, reopenHistories } from "@portico/store";
import { runRounds } from "../runRounds.ts";
import type { RoundEnd } from "../runRounds.ts";
import type { SideWork } from "../sideWork.ts";
import { collectCalls } from "./collectCalls.ts";
import { collectLogs } from "./collectLogs.ts";
import { createCollector } from "./collector.ts";
import type { Collector, HistorySettings } from "./collector.ts";
import { endHistories } from "./endHistories.ts";
import { findSources } from "./findSources.ts";

const POLL_MS = 1_000;
/** Owners whose calls are collected at once. */
const CALLS_AT_ONCE = 4;

/**
 * Collects, in a side job until the signal aborts, what owners did before the index stored their changes: see the store's
 * ownerHistories.ts. A failed step is logged and repeated later, without affecting other owners.
 */
export async function collectHistories(work: SideWork, settings: HistorySettings): Promise<void> {
  const { db, chain, log, signal } = work;
  const { pollMs = POLL_MS } = settings;
  const run = (step: () => Promise<RoundEnd>): Promise<void> => {
    const onError = (error: unknown): void => log.warn({ err: error }, "collecting histories failed; retrying");
    return runRounds({ signal, pauseMs: pollMs, onError }, step);
  };
  let collector: Collector | undefined;
  await run(async () => {
    collector = await prepare(work, settings);
    return collector === undefined ? "rest" : "done";
  });
  if (collector === undefined) return;
  const prepared = collector;
  const addOwners = async (): Promise<RoundEnd> => {
    await addOwnerHistories(db, chain.slug);
    return "rest";
  };
  const steps = [collectLogs, endHistories, ...Array.from({ length: CALLS_AT_ONCE }, () => collectCalls)];
  await Promise.all([run(addOwners), ...steps.map((step) => run(() => step(prepared)))]);
}

/** Finds the sources, once there is a history to collect; undefined until then. */
async function prepare(work: SideWork, settings: HistorySettings): Promise<Collector | undefined> {
  const { db, chain, log } = work;
  const { maxTransactions, pollMs: _, ...urls } = settings;
  const state = await findChainState(db, chain.slug);
  if (state?.balances === undefined || state.logs === undefined) return undefined;
  await addOwnerHistories(db, chain.slug);
  if (!(await hasIncompleteHistories(db, chain.slug))) return undefined;
  const sources = await findSources(work, urls, state.logs.blockNumber);
  const obstacle = await sources.logs.findObstacle();
  const means = { calls: sources.calls !== undefined, logs: obstacle === undefined, maxTransactions };
  await reopenHistories(db, chain.slug, means);
  log.info({ calls: sources.calls?.name ?? "nonce", logs: obstacle ?? "eth_getLogs" }, "collecting histories");
  return createCollector(work, sources, maxTransactions);
}
