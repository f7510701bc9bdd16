import { listChangedHistories, listOpenHistories } from "@portico/store";
import type { OwnerHistory } from "@portico/store";
import type { RoundEnd } from "../runRounds.ts";
import { checkHistory, LIMIT_REACHED } from "./checkHistory.ts";
import type { EndedPasses } from "./checkHistory.ts";
import { beginStep, failStep, isOver, OPEN_AT_ONCE } from "./collector.ts";
import type { Collector } from "./collector.ts";

const NO_CALLS = "the node has no index of transactions by address, and no other source is set";

/** Of those that have changed: a token may have many holders, and each check takes a few requests. */
const CHANGED_AT_ONCE = 10;

/** Checks and ends the histories whose passes can't go on, and checks those again that have changed since they ended. */
export async function endHistories(collector: Collector): Promise<RoundEnd> {
  const { busy, maxTransactions, retries, sources, withoutCalls, work } = collector;
  const logsObstacle = await sources.logs.findObstacle();
  const except = [...busy, ...retries.checks.listWaiting()];
  const ended = await listOpenHistories(work.db, work.chain.slug, {
    part: "ended",
    limit: OPEN_AT_ONCE,
    maxTransactions,
    except,
    withoutCalls: [...withoutCalls],
    hasLogs: logsObstacle === undefined,
  });
  const changed = await listChangedHistories(work.db, work.chain.slug, { limit: CHANGED_AT_ONCE, except });
  for (const history of [...ended, ...changed]) {
    const obstacles = listObstacles(collector, history, logsObstacle);
    if (!work.signal.aborted && !busy.has(history.owner)) await check(collector, { history, ...obstacles });
  }
  return "rest";
}

/** At the newest block: nodes delete old state. */
async function check(collector: Collector, ended: EndedPasses): Promise<void> {
  const { owner, state } = ended.history;
  try {
    const step = await beginStep(collector);
    const isChecked = step !== undefined && (await checkHistory(step.work, ended));
    if (isChecked || state === "collecting") collector.retries.checks.succeed(owner);
    else collector.retries.checks.fail(owner); // others that have changed come first
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
  const hasEnded = history.state !== "collecting";
  const noCalls = hasEnded || collector.withoutCalls.has(history.owner) ? NO_CALLS : undefined;
  return {
    callsObstacle: history.callsFrom === 0n ? undefined : (limit ?? noCalls),
    logsObstacle: history.logsFrom === 0n ? undefined : (limit ?? noLogs),
  };
}
