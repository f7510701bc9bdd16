import { listOpenHistories } from "@portico/store";
import type { OwnerHistory } from "@portico/store";
import type { RoundEnd } from "../runRounds.ts";
import { checkHistory, LIMIT_REACHED } from "./checkHistory.ts";
import type { EndedPasses } from "./checkHistory.ts";
import { beginStep, failStep, isOver, OPEN_AT_ONCE } from "./collector.ts";
import type { Collector } from "./collector.ts";

const NO_CALLS = "the node has no index of transactions by address, and no other source is set";

/** Checks and ends the histories whose passes can't go on. */
export async function endHistories(collector: Collector): Promise<RoundEnd> {
  const { busy, maxTransactions, retries, sources, withoutCalls, work } = collector;
  const logsObstacle = await sources.logs.findObstacle();
  const ended = await listOpenHistories(work.db, work.chain.slug, {
    part: "ended",
    limit: OPEN_AT_ONCE,
    maxTransactions,
    except: [...busy, ...retries.checks.listWaiting()],
    withoutCalls: [...withoutCalls],
    hasLogs: logsObstacle === undefined,
  });
  for (const history of ended) {
    const obstacles = listObstacles(collector, history, logsObstacle);
    if (!work.signal.aborted && !busy.has(history.owner)) await check(collector, { history, ...obstacles });
  }
  return "rest";
}

/** At the newest block: nodes delete old state. */
async function check(collector: Collector, ended: EndedPasses): Promise<void> {
  const { owner } = ended.history;
  try {
    const step = await beginStep(collector);
    if (step !== undefined) await checkHistory(step.work, ended);
    collector.retries.checks.succeed(owner);
  } catch (error) {
    collector.retries.checks.fail(owner);
    await failStep(collector, [owner], error);
  }
}

/** Why the passes did not reach genesis, if they did not. */
function listObstacles(
  collector: Collector,
  history: OwnerHistory,
  noLogs: string | undefined,
): Omit<EndedPasses, "history"> {
  const limit = isOver(collector, history) ? LIMIT_REACHED : undefined;
  const noCalls = collector.withoutCalls.has(history.owner) ? NO_CALLS : undefined;
  return {
    callsObstacle: history.callsFrom === 0n ? undefined : (limit ?? noCalls),
    logsObstacle: history.logsFrom === 0n ? undefined : (limit ?? noLogs),
  };
}
