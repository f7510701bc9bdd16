import { listOpenHistories } from "@portico/store";
import type { RoundEnd } from "../runRounds.ts";
import { beginStep, failStep, isOver, OPEN_AT_ONCE } from "./collector.ts";
import type { Collector } from "./collector.ts";
import { pickCohort } from "./pickCohort.ts";
import { storePage } from "./storePage.ts";

const KEY = "logs";

/** A range of logs that name some owners. */
export async function collectLogs(collector: Collector): Promise<RoundEnd> {
  const { sources, retries, work } = collector;
  if (!retries.isDue(KEY) || (await sources.logs.findObstacle()) !== undefined) return "rest";
  const open = await listOpenHistories(work.db, work.chain.slug, OPEN_AT_ONCE);
  const histories = open.filter((history) => !isOver(collector, history));
  const cohort = pickCohort(histories, collector.searches++ % 2 === 1);
  if (cohort === undefined) return "rest";
  const step = await beginStep(collector);
  if (step === undefined) return "rest";
  const { owners, toBlock } = cohort;
  try {
    const { fromBlock, found } = await sources.logs.findNamed(owners, cohort, work.signal);
    await storePage(step.work, { pass: "logs", owners, toBlock, fromBlock, found }, step.chunkSize);
    retries.succeed(KEY);
  } catch (error) {
    await failStep(collector, { owners, key: KEY, error });
  }
  return "more";
}
