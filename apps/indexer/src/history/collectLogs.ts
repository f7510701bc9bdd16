import { listOpenHistories } from "@portico/store";
import type { OwnerHistory } from "@portico/store";
import type { RoundEnd } from "../runRounds.ts";
import { beginStep, CALLS_AT_ONCE, failStep, OPEN_AT_ONCE } from "./collector.ts";
import type { Collector } from "./collector.ts";
import type { Cohort } from "./pickCohort.ts";
import { pickCohort } from "./pickCohort.ts";
import { storePage } from "./storePage.ts";

/** A range of logs that name some owners. */
export async function collectLogs(collector: Collector): Promise<RoundEnd> {
  const { cohortSize, maxTransactions, retries, sources, work } = collector;
  if ((await sources.logs.findObstacle()) !== undefined) return "rest";
  const except = retries.logs.listWaiting();
  const open = await listOpenHistories(work.db, work.chain.slug, {
    part: "logs",
    limit: OPEN_AT_ONCE,
    maxTransactions,
    except,
  });
  const picked = pickCohort(open, collector.searches++ % 2 === 1, createFloors(collector, open));
  if (picked === undefined) return "rest";
  const cohort = { ...picked, owners: picked.owners.slice(0, cohortSize) };
  try {
    return await collectRange(collector, cohort);
  } catch (error) {
    reduceCohort(collector, cohort);
    await failStep(collector, cohort.owners, error);
    return "rest";
  }
}

/** Blocks between an owner's calls and its logs that are worth a search. */
const DISTANCE = 10_000n;

/**
 * Where the logs of an owner begin whose calls are being collected: after its calls, which take fewer requests for the same
 * transactions. Not with more owners than that: their logs are searched together, however far their calls are.
 */
function createFloors(
  { retries, sources, withoutCalls }: Collector,
  open: readonly OwnerHistory[],
): (history: OwnerHistory) => bigint {
  const waiting = new Set(retries.calls.listWaiting());
  const behind = open.filter(({ owner, callsFrom }) => callsFrom !== 0n && !withoutCalls.has(owner));
  if (sources.calls === undefined || behind.length > CALLS_AT_ONCE) return () => 0n;
  const following = new Set(behind.filter(({ owner }) => !waiting.has(owner)).map(({ owner }) => owner));
  return ({ owner, callsFrom, logsFrom, toBlock }) => {
    const [calls, logs] = [callsFrom ?? toBlock + 1n, logsFrom ?? toBlock + 1n];
    if (!following.has(owner)) return 0n;
    return logs - calls < DISTANCE ? logs : calls;
  };
}

async function collectRange(collector: Collector, cohort: Cohort): Promise<RoundEnd> {
  const { retries, sources, work } = collector;
  const step = await beginStep(collector);
  if (step === undefined) return "rest";
  const { owners, toBlock } = cohort;
  const { fromBlock, found } = await sources.logs.findNamed(owners, cohort, work.signal);
  await storePage(step.work, { pass: "logs", owners, toBlock, fromBlock, found }, step.chunkSize);
  for (const owner of owners) retries.logs.succeed(owner);
  collector.cohortSize = Math.min(OPEN_AT_ONCE, 2 * collector.cohortSize);
  return "more";
}

/** After a failure: halves of the cohort are tried, until the owner is alone that may have caused it. */
function reduceCohort(collector: Collector, { owners }: Cohort): void {
  collector.cohortSize = Math.max(1, Math.floor(owners.length / 2));
  if (owners.length === 1) collector.retries.logs.fail(owners[0]!);
}
