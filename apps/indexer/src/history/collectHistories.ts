import {
  addOwnerHistories,
  findChainState,
  hasIncompleteHistories,
  hasOpenHistories,
  holdChain,
  inTransaction,
  markHistoryPage,
  reopenHistories,
} from "@portico/store";
import { runRounds } from "../runRounds.ts";
import type { RoundEnd } from "../runRounds.ts";
import { atOnce } from "../sideWork.ts";
import type { SideWork } from "../sideWork.ts";
import { collectCalls } from "./collectCalls.ts";
import { collectLogs } from "./collectLogs.ts";
import { CALLS_AT_ONCE, createCollector } from "./collector.ts";
import type { Collector, HistorySettings } from "./collector.ts";
import { endHistories } from "./endHistories.ts";
import { findSources } from "./findSources.ts";
import { createSourceSearch } from "./sourceSearch.ts";

const POLL_MS = 1_000;

/**
 * Collects, in a side job until the signal aborts, what owners did before the index stored their changes: see the store's
 * ownerHistories.ts. A failed step is logged and repeated later, without affecting other owners.
 */
export async function collectHistories(work: SideWork, settings: HistorySettings): Promise<void> {
  const { log, signal } = work;
  const { pollMs = POLL_MS } = settings;
  const run = (step: () => Promise<RoundEnd>): Promise<void> => {
    const onError = (error: unknown): void => log.warn({ err: error }, "collecting histories failed; retrying");
    return runRounds({ signal, pauseMs: pollMs, onError }, step);
  };
  await run(() => addEarlierOwners(work));
  let collector: Collector | undefined;
  await run(async () => {
    collector = await prepare(work, settings);
    return collector === undefined ? "rest" : "done";
  });
  if (collector === undefined) return;
  const prepared = collector;
  const hasOpen = shareCheck(work, pollMs);
  const steps = [collectLogs, endHistories, ...Array.from({ length: CALLS_AT_ONCE }, () => collectCalls)];
  const others = [() => markHistories(work), createSourceSearch(prepared, settings)];
  const whenOpen = steps.map((step) => async () => ((await hasOpen()) ? await step(prepared) : "rest"));
  await Promise.all([...others, ...whenOpen].map(run));
}

/** One query per poll for all steps: whether any history is being collected. */
function shareCheck({ db, chain }: SideWork, pollMs: number): () => Promise<boolean> {
  let [readAt, reading] = [Number.NEGATIVE_INFINITY, Promise.resolve(false)];
  return () => {
    const now = performance.now();
    if (now - readAt > pollMs / 2) [readAt, reading] = [now, hasOpenHistories(db, chain.slug)];
    return reading;
  };
}

/** Histories of owners from before the store added them with the initial scan. */
async function addEarlierOwners({ db, chain }: SideWork): Promise<RoundEnd> {
  if (!(await isReady({ db, chain }))) return "rest";
  await addOwnerHistories(db, chain.slug);
  return "done";
}

async function isReady({ db, chain }: Pick<SideWork, "chain" | "db">): Promise<boolean> {
  const state = await findChainState(db, chain.slug);
  return state?.balances !== undefined && state.logs !== undefined;
}

/** Marks the histories of which a token has changed: see the store's historyChecks.ts. */
async function markHistories({ db, chain, inTurn = atOnce }: SideWork): Promise<RoundEnd> {
  const isMarked = await inTurn(() =>
    inTransaction(db, async (tx) => {
      await holdChain(tx, chain.slug);
      return await markHistoryPage(tx, chain.slug);
    }),
  );
  return isMarked ? "more" : "rest";
}

/** Finds the sources, once there is a history to collect or to check; undefined until then. */
async function prepare(work: SideWork, settings: HistorySettings): Promise<Collector | undefined> {
  const { db, chain, log } = work;
  const { maxTransactions, pollMs: _, ...urls } = settings;
  const state = await findChainState(db, chain.slug);
  if (state?.balances === undefined || state.logs === undefined) return undefined;
  if (!(await hasIncompleteHistories(db, chain.slug))) return undefined;
  const sources = await findSources(work, urls, state.logs.blockNumber);
  const obstacle = await sources.logs.findObstacle();
  await reopenHistories(db, chain.slug, { calls: sources.calls, logs: obstacle === undefined, maxTransactions });
  log.info({ calls: sources.calls?.name ?? "nonce", logs: obstacle ?? "eth_getLogs" }, "collecting histories");
  return createCollector(work, sources, maxTransactions);
}
