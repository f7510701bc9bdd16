import type { Deployed, PositionQuery, PositionRecord } from "@portico/protocols";
import { NFTS_MAX, type PositionRow } from "@portico/store";
import type { Address } from "@portico/evm";
import type { PinnedChain } from "../chains/chainSurvey.ts";
import type { Budget } from "./budget.ts";
import { factsOf, isOfFormat } from "./factsOf.ts";
import { judgeRow, type RowVerdict } from "./judgeRow.ts";
import { listQueries, type OwnerTraces } from "./listQueries.ts";
import type { PositionProxy } from "./positionContext.ts";
import type { PositionReader, ReadJob, ReadOutcome } from "./positionReader.ts";
import { isNothing } from "./positionRows.ts";
import { hearsAnybody, listSources, type SourceKind } from "./positionSources.ts";

/** Somebody whose positions on a chain are asked for: an owner, or one of its contract accounts. */
export interface Holder {
  readonly traces: Omit<OwnerTraces, "since">;
  /** Whether there are more events that anybody can emit than are looked at. */
  readonly isSpammed: boolean;
  /** What is stored of its positions on the chain. */
  readonly rows: readonly PositionRow[];
  readonly proxy: PositionProxy | undefined;
}

export interface AnswerScope {
  readonly synced: PinnedChain;
  readonly kind: SourceKind;
  /** Only this protocol; and whose accounts may have some of it. */
  readonly protocolId: string | undefined;
  readonly budget: Budget;
}

/** What is there of one holder's positions in one protocol. */
export interface PositionAnswer {
  readonly deployed: Deployed;
  readonly holder: Address;
  readonly proxy: PositionProxy | undefined;
  /** Undefined: nothing is known. A text is as the store has it. */
  readonly reading: StoredReading | undefined;
  readonly isMissing: boolean;
  readonly isRefreshing: boolean;
}

interface StoredReading {
  readonly record: PositionRecord | string;
  readonly blockNumber: bigint;
  /** Of the block, unix seconds. */
  readonly timeAt: number;
}

export interface AnswersOptions {
  readonly reader: PositionReader;
  readonly isOff: (protocolId: string) => boolean;
}

export interface Asked {
  readonly deployed: Deployed;
  readonly answer: Promise<PositionAnswer>;
}

interface Plan {
  readonly job: ReadJob;
  readonly holder: Holder;
  readonly row: PositionRow | undefined;
  readonly verdict: RowVerdict | "off";
  /** Whether there may be more than what the answer says: it is named then. */
  readonly isPartial: boolean;
}

/**
 * Answers from what is stored as long as it is good, else reads: what is to be read of all the holders goes out together.
 * One promise for each protocol that a holder may have something in.
 */
export function askPositions(
  { reader, isOff }: AnswersOptions,
  scope: AnswerScope,
  holders: readonly Holder[],
): Asked[] {
  const { synced, kind } = scope;
  const canRead = reader.reaches(synced.chain.id);
  const plans = holders.flatMap((holder) => planHolder(scope, holder, { isOff, canRead }));
  const toRead = plans.filter(({ verdict }) => canRead && (verdict === "read" || verdict === "refresh"));
  const outcomes = reader.read(
    synced,
    toRead.map(({ job }) => job),
  );
  const outcomeOf = new Map(toRead.map((plan, index) => [plan, outcomes[index]]));
  if (scope.protocolId === undefined) for (const holder of holders) clearGone(reader, { synced, kind }, holder, plans);
  return plans.map((plan) => ({
    deployed: plan.job.query.deployed,
    answer: answer(plan, outcomeOf.get(plan), scope.budget),
  }));
}

function planHolder(
  { synced, kind, protocolId }: AnswerScope,
  holder: Holder,
  { isOff, canRead }: Pick<AnswersOptions, "isOff"> & { readonly canRead: boolean },
): Plan[] {
  const since = canRead || holder.rows.length > 0 ? synced.since : 0n;
  const queries = listQueries(listSources(synced.chain.id, kind), { ...holder.traces, since });
  const rows = new Map(holder.rows.map((row) => [row.protocolId, row]));
  const isWanted = ({ id, adapter }: Deployed) =>
    protocolId === undefined || id === protocolId || (holder.proxy === undefined && adapter.listAccounts !== undefined);
  // where no node can be asked what happened before the first stored block, the answer says which that is: enough is known
  const isKnown = (query: PositionQuery) => {
    const row = rows.get(query.deployed.id);
    return canRead || hasFacts(query) || (row !== undefined && !isNothing(row.text));
  };
  return queries
    .filter((query) => isWanted(query.deployed) && isKnown(query))
    .map((query): Plan => {
      const row = rows.get(query.deployed.id);
      const facts = factsOf(query);
      const verdict = isOff(query.deployed.id) ? "off" : judgeRow(row, synced, facts);
      const job = { query, facts, isCounted: kind === "protocol", isUrgent: verdict === "read" };
      return { job, holder, row, verdict, isPartial: isPartial(query, holder) };
    });
}

const isPartial = ({ deployed, nfts }: PositionQuery, { isSpammed }: Holder): boolean =>
  (isSpammed && hearsAnybody(deployed)) || [...nfts.values()].some((ids) => ids.length >= NFTS_MAX);

const hasFacts = ({ receipts, nfts, touches }: PositionQuery): boolean =>
  receipts.length > 0 || nfts.size > 0 || touches.length > 0;

async function answer(
  { job, holder, row, verdict, isPartial: isMissing }: Plan,
  outcome: Promise<ReadOutcome> | undefined,
  budget: Budget,
): Promise<PositionAnswer> {
  const { deployed, owner } = job.query;
  const about = { deployed, holder: owner, proxy: holder.proxy };
  const isReadable = row !== undefined && isOfFormat(row.text);
  const stored = isReadable ? { record: row.text, blockNumber: row.blockNumber, timeAt: row.timeAt } : undefined;
  if (verdict === "use" || verdict === "refresh") {
    const isRefreshing = verdict === "refresh" && outcome !== undefined;
    return { ...about, reading: stored, isMissing, isRefreshing };
  }
  if (verdict === "off") return { ...about, reading: undefined, isMissing: true, isRefreshing: false };
  const read = outcome && (await budget.within(outcome));
  if (read !== undefined && "record" in read) return { ...about, reading: read, isMissing, isRefreshing: false };
  // what a protocol itself can't say any more is not to be believed either
  const isOutdated = row?.isChangedSince === true || read?.fault === "protocol";
  return { ...about, reading: isOutdated ? undefined : stored, isMissing: true, isRefreshing: false };
}

/** Stores that a holder left protocols: nothing asks them any more, and a curve would go on with what there was. */
function clearGone(
  reader: PositionReader,
  { synced, kind }: Pick<AnswerScope, "kind" | "synced">,
  { rows, traces }: Holder,
  plans: readonly Plan[],
): void {
  const { byId } = listSources(synced.chain.id, kind);
  const asked = new Set(
    plans.flatMap(({ job: { query } }) => (query.owner === traces.owner ? [query.deployed.id] : [])),
  );
  const gone = rows.filter(
    ({ protocolId, text, blockNumber }) =>
      !isNothing(text) && blockNumber <= synced.blockNumber && byId.has(protocolId) && !asked.has(protocolId),
  );
  if (gone.length === 0) return;
  reader.clear(
    synced,
    gone.map(({ protocolId }) => ({ owner: traces.owner, protocolId })),
  );
}
