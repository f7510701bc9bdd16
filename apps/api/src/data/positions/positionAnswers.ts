import type { Deployed, PositionQuery, PositionRecord } from "@portico/protocols";
import { MAX_INTERACTIONS, NFTS_MAX, type PositionRow } from "@portico/store";
import type { Address } from "@portico/evm";
import type { PinnedChain } from "../chains/chainSurvey.ts";
import type { Budget } from "./budget.ts";
import { eventsSince } from "./eventsSince.ts";
import { stateKeyOf, isOfFormat } from "./stateKeyOf.ts";
import { judgeRow, type RowVerdict } from "./judgeRow.ts";
import { listQueries, type OwnerTraces } from "./listQueries.ts";
import type { PositionProxy } from "./positionContext.ts";
import type { PositionReader, ReadJob, ReadOutcome } from "./positionReader.ts";
import { isNothing } from "./positionRows.ts";
import { hasUntrustedSignals, listSources, type SourceKind } from "./positionSources.ts";

/** The holder of requested positions on a chain: an owner, or one of its contract accounts. */
export interface Holder {
  readonly traces: Omit<OwnerTraces, "since">;
  /** Whether it has more events of unknown emitters than are read. */
  readonly isSpammed: boolean;
  /** Its stored positions on the chain. */
  readonly rows: readonly PositionRow[];
  readonly proxy: PositionProxy | undefined;
}

export interface AnswerScope {
  readonly synced: PinnedChain;
  readonly kind: SourceKind;
  /** Only this protocol; and the contract accounts that may have positions in it. */
  readonly protocolId: string | undefined;
  readonly budget: Budget;
}

/** One holder's positions in one protocol. */
export interface PositionAnswer {
  readonly deployed: Deployed;
  readonly holder: Address;
  readonly proxy: PositionProxy | undefined;
  /** Undefined: unknown. A text is in stored form. */
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

export interface PendingPositions {
  readonly deployed: Deployed;
  readonly answer: Promise<PositionAnswer>;
}

interface Plan {
  readonly job: ReadJob;
  readonly holder: Holder;
  readonly row: PositionRow | undefined;
  readonly verdict: RowVerdict | "off";
  /** Whether positions may be missing: then it is named. */
  readonly isPartial: boolean;
}

/**
 * Uses stored positions while they are valid, else reads: reads of all holders are batched.
 * One promise per protocol in which a holder may have positions.
 */
export function requestPositions(
  { reader, isOff }: AnswersOptions,
  scope: AnswerScope,
  holders: readonly Holder[],
): PendingPositions[] {
  const { synced, kind } = scope;
  const canRead = reader.canReach(synced.chain.slug);
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
  const since = canRead || holder.rows.length > 0 ? eventsSince(synced) : 0n;
  const queries = listQueries(listSources(synced.chain.slug, kind), { ...holder.traces, since });
  const rows = new Map(holder.rows.map((row) => [row.protocolId, row]));
  const isWanted = ({ id, adapter }: Deployed) =>
    protocolId === undefined || id === protocolId || (holder.proxy === undefined && adapter.listAccounts !== undefined);
  // if no node can provide the state before the first indexed block, the response names that block: that is enough
  const isKnown = (query: PositionQuery) => {
    const row = rows.get(query.deployed.id);
    return canRead || hasState(query) || (row !== undefined && !isNothing(row.text));
  };
  return queries
    .filter((query) => isWanted(query.deployed) && isKnown(query))
    .map((query): Plan => {
      const row = rows.get(query.deployed.id);
      const stateKey = stateKeyOf(query);
      const verdict = isOff(query.deployed.id) ? "off" : judgeRow(row, synced, stateKey);
      const job = { query, stateKey, isCounted: kind === "protocol", isUrgent: verdict === "read" };
      return { job, holder, row, verdict, isPartial: isPartial(query, holder) };
    });
}

const isPartial = ({ deployed, interactions, nfts }: PositionQuery, { isSpammed }: Holder): boolean =>
  (isSpammed && (hasUntrustedSignals(deployed) || interactions.length >= MAX_INTERACTIONS)) ||
  [...nfts.values()].some((ids) => ids.length >= NFTS_MAX);

const hasState = ({ receipts, nfts, interactions }: PositionQuery): boolean =>
  receipts.length > 0 || nfts.size > 0 || interactions.length > 0;

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
  // a protocol that fails now invalidates its stored positions, too
  const isOutdated = row?.isChangedSince === true || read?.fault === "protocol";
  return { ...about, reading: isOutdated ? undefined : stored, isMissing: true, isRefreshing: false };
}

/** Stores that a holder left protocols: they are not read any more, and a curve would continue with the old amounts. */
function clearGone(
  reader: PositionReader,
  { synced, kind }: Pick<AnswerScope, "kind" | "synced">,
  { rows, traces }: Holder,
  plans: readonly Plan[],
): void {
  const { byId } = listSources(synced.chain.slug, kind);
  const requestedIds = new Set(
    plans.flatMap(({ job: { query } }) => (query.owner === traces.owner ? [query.deployed.id] : [])),
  );
  const gone = rows.filter(
    ({ protocolId, text, blockNumber }) =>
      !isNothing(text) && blockNumber <= synced.blockNumber && byId.has(protocolId) && !requestedIds.has(protocolId),
  );
  if (gone.length === 0) return;
  reader.clear(
    synced,
    gone.map(({ protocolId }) => ({ owner: traces.owner, protocolId })),
  );
}
