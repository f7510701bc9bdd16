import { listOpenHistories } from "@portico/store";
import type { OwnerHistory } from "@portico/store";
import type { RoundEnd } from "../runRounds.ts";
import { checkHistory, LIMIT_REACHED } from "./checkHistory.ts";
import { beginStep, isOver, OPEN_AT_ONCE } from "./collector.ts";
import type { Collector } from "./collector.ts";

const NO_CALLS = "the node has no index of transactions by address, and no other source is set";

/** Checks and ends the histories whose passes can't go on. */
export async function endHistories(collector: Collector): Promise<RoundEnd> {
  const { busy, sources, work } = collector;
  const step = await beginStep(collector);
  if (step === undefined) return "rest";
  const logsObstacle = await sources.logs.findObstacle();
  for (const history of await listOpenHistories(work.db, work.chain.slug, OPEN_AT_ONCE)) {
    if (busy.has(history.owner)) continue;
    const ended = listObstacles(collector, history, logsObstacle);
    if (ended !== undefined) await checkHistory(step.work, { history, ...ended });
  }
  return "rest";
}

interface Obstacles {
  callsObstacle: string | undefined;
  logsObstacle: string | undefined;
}

/** Why the passes did not reach genesis, if they did not; undefined if one goes on. */
function listObstacles(collector: Collector, history: OwnerHistory, noLogs: string | undefined): Obstacles | undefined {
  const limit = isOver(collector, history) ? LIMIT_REACHED : undefined;
  const noCalls = collector.withoutCalls.has(history.owner) ? NO_CALLS : undefined;
  const hasCalls = history.callsFrom === 0n;
  const hasLogs = history.logsFrom === 0n;
  const callsObstacle = hasCalls ? undefined : (limit ?? noCalls);
  const logsObstacle = hasLogs ? undefined : (limit ?? noLogs);
  const isOpen = (!hasCalls && callsObstacle === undefined) || (!hasLogs && logsObstacle === undefined);
  return isOpen ? undefined : { callsObstacle, logsObstacle };
}
