import { isNodeFault, type Address, type Hash } from "@portico/evm";
import {
  createChainReader,
  openContext,
  type Amount,
  type Deployed,
  type PositionQuery,
  type PositionRecord,
  type Unwrapping,
} from "@portico/protocols";
import {
  unknownToken,
  upsertTokens,
  writePositionReads,
  type PositionReading,
  type PrimaryStore,
} from "@portico/store";
import type { ChainRpcs } from "../chains/chainRpcs.ts";
import type { PinnedChain } from "../chains/chainSurvey.ts";
import { createHolding } from "../portfolio/holdings.ts";
import type { TokenTable } from "../tokens/tokenTable.ts";
import { startBudget } from "./budget.ts";
import { listPositionTokens } from "./positionParts.ts";
import { toEmptyRow, toPositionRow, type PositionKey } from "./positionRows.ts";
import { readRecord } from "./readRecord.ts";
import { RecentMap } from "./recentMap.ts";

/** A read of a holder's positions. */
export interface ReadJob {
  readonly query: PositionQuery;
  /** From stateKeyOf: reads with others are different. */
  readonly stateKey: string;
  /** False for an app's positions, which are in no total. */
  readonly isCounted: boolean;
  /** Whether a request waits for it: otherwise a current read at another block suffices. */
  readonly isUrgent: boolean;
}

/** A protocol's result; or the reason of its failure: the node, or the protocol itself. */
export type ReadOutcome = ReadSuccess | { readonly fault: "node" | "protocol" };

interface ReadSuccess {
  readonly record: PositionRecord;
  /** In stored form. */
  readonly row: PositionReading;
  readonly blockNumber: bigint;
  /** Of the block, unix seconds. */
  readonly timeAt: number;
}

/** Reads positions from chains, each at its pinned block, and stores them. */
export interface PositionReader {
  /** Whether the chain has a node. */
  readonly canReach: (chain: string) => boolean;
  /** Reads, or joins an equal read. In the order of the jobs; never rejects. Results are stored in the background. */
  readonly read: (synced: PinnedChain, jobs: readonly ReadJob[]) => Promise<ReadOutcome>[];
  /** Stores that there is nothing any more. */
  readonly clear: (synced: PinnedChain, keys: readonly PositionKey[]) => void;
  /** Settles when nothing is being read or written. */
  readonly idle: () => Promise<void>;
}

export interface PositionReaderOptions {
  readonly db: PrimaryStore;
  readonly chainRpcs: ChainRpcs;
  /** Metadata and prices. The indexer is to read those of tokens that have none. */
  readonly tokens: Pick<TokenTable, "find">;
  /** The protocol whose receipt a token is. */
  readonly protocolOfReceipt?: (chain: string, token: Address) => Deployed | undefined;
  /** Maximum owners read concurrently on a chain; beyond it the node counts as busy. */
  readonly maxConcurrent?: number;
  /** Stores nothing. */
  readonly isReadOnly?: boolean;
  /** Called after something was stored. */
  readonly onWrite?: () => void;
  /** Called if a protocol, or the store, fails; at most once a minute per protocol. */
  readonly onError: (error: unknown, about: { readonly chain: string; readonly protocol?: string }) => void;
}

interface Started {
  readonly job: ReadJob;
  /** Of the block. */
  readonly hash: Hash;
  readonly outcome: Promise<ReadOutcome>;
  /** Stored: usable at the same block, and not awaited any more. */
  isOver: boolean;
}

/** Maximum remembered failures. */
const FAILURES = 20_000;
const REPORT_EVERY_MS = 60_000;
/** Time within which a request that read the store before the write still finds the result. */
const LATECOMER_MS = 1_000;
/** Results within this time are stored together; they don't wait for slower ones. */
const TOGETHER_MS = 500;

const keyOf = ({ query: { owner, deployed }, stateKey }: ReadJob): string =>
  `${owner} ${deployed.chain} ${deployed.id} ${stateKey}`;

export function createPositionReader(options: PositionReaderOptions): PositionReader {
  const {
    db,
    chainRpcs,
    tokens,
    protocolOfReceipt = () => undefined,
    onError,
    maxConcurrent = 256,
    isReadOnly = false,
    onWrite,
  } = options;
  const running = new Map<string, Started>();
  /** Blocks at which a holder's positions in a protocol can't be read. */
  const failures = new RecentMap<Hash>(FAILURES);
  const writing = new Set<Promise<void>>();
  /** By chain: a hanging node must not block others. */
  const busy = new Map<string, number>();
  const report = reportRarely(onError);

  const write = async (chain: string, rows: readonly PositionReading[]) => {
    if (rows.length > 0 && !isReadOnly)
      await writePositionReads(db, rows).then(onWrite, (error: unknown) => onError(error, { chain }));
  };
  const isTokenKnown = (chain: string, token: Address): boolean =>
    (tokens.find(chain, token)?.token.decimals ?? null) !== null;
  const usdOf = (chain: string, { token, rawAmount }: Amount): number => {
    const entry = tokens.find(chain, token);
    return entry === undefined ? 0 : createHolding(entry, rawAmount).usdValue;
  };
  /** A token that occurs only in positions is in no indexed log. */
  const nameTokens = async (chain: string, outcomes: readonly ReadOutcome[]) => {
    const positions = outcomes.flatMap((outcome) => ("record" in outcome ? outcome.record.positions : []));
    const unknown = new Set(positions.flatMap(listPositionTokens).filter((token) => !isTokenKnown(chain, token)));
    if (unknown.size === 0 || isReadOnly) return;
    const named = [...unknown].map((token) => unknownToken(chain, token));
    await upsertTokens(db, named).catch((error: unknown) => onError(error, { chain }));
  };
  const isBusy = (chain: string): boolean => (busy.get(chain) ?? 0) >= maxConcurrent;
  const track = (chain: string, work: Promise<void>) => {
    const count = (change: number) => busy.set(chain, (busy.get(chain) ?? 0) + change);
    count(1);
    const tracked = work.finally(() => {
      writing.delete(tracked);
      count(-1);
    });
    writing.add(tracked);
  };

  const readOne = async (
    job: ReadJob,
    synced: PinnedChain,
    context: ReturnType<typeof openContext>,
    unwrapping: Unwrapping,
  ): Promise<ReadOutcome> => {
    const { blockNumber, timeAt, hash, chain } = synced;
    try {
      const record = await readRecord(job.query, context, unwrapping);
      const counted = { ...job, record, usdOf: (amount: Amount) => usdOf(chain.slug, amount) };
      const row = toPositionRow(synced, counted); // what can't be stored can't be returned either
      return { record, row, blockNumber, timeAt };
    } catch (error) {
      report(error, { chain: chain.slug, protocol: job.query.deployed.id });
      if (isNodeFault(error)) return { fault: "node" };
      failures.set(keyOf(job), hash);
      return { fault: "protocol" };
    }
  };

  /** A request that comes before it is stored uses the result at once. */
  const storeSome = async (synced: PinnedChain, read: readonly { started: Started; outcome: ReadOutcome }[]) => {
    const outcomes = read.map(({ outcome }) => outcome);
    const rows = outcomes.flatMap((outcome) => ("record" in outcome ? [outcome.row] : []));
    const { slug: chain } = synced.chain;
    await Promise.all([write(chain, rows), nameTokens(chain, outcomes)]);
    for (const { started, outcome } of read) {
      started.isOver = true;
      const release = () => void (running.get(keyOf(started.job)) === started && running.delete(keyOf(started.job)));
      if ("record" in outcome) setTimeout(release, LATECOMER_MS).unref();
      else release();
    }
  };
  const store = async (synced: PinnedChain, all: readonly Started[]) => {
    const budget = startBudget(TOGETHER_MS);
    const early = await Promise.all(all.map(({ outcome }) => budget.within(outcome)));
    budget.stop();
    const read = all.map((started, index) => ({ started, outcome: early[index] }));
    await storeSome(
      synced,
      read.flatMap(({ started, outcome }) => (outcome === undefined ? [] : [{ started, outcome }])),
    );
    const late = read.flatMap(({ started, outcome }) => (outcome === undefined ? [started] : []));
    await storeSome(
      synced,
      await Promise.all(late.map(async (started) => ({ started, outcome: await started.outcome }))),
    );
  };

  const start = (synced: PinnedChain, jobs: readonly ReadJob[]): void => {
    const found = chainRpcs.find(synced.chain.slug);
    if (found === undefined || jobs.length === 0 || isBusy(synced.chain.slug)) return;
    const { chain, blockNumber, hash, timeAt } = synced;
    const reading = { ...found, chain, block: { blockNumber, hash, timeAt } };
    const reader = createChainReader(reading);
    const open = ({ contracts, adapter }: Deployed) => openContext(reading, reader, contracts, adapter);
    const unwrapping = { open, findProtocol: (token: Address) => protocolOfReceipt(chain.slug, token) };
    const all = jobs.map((job): Started => {
      const outcome = readOne(job, synced, open(job.query.deployed), unwrapping);
      return { job, hash, outcome, isOver: false };
    });
    for (const started of all) running.set(keyOf(started.job), started);
    track(chain.slug, store(synced, all));
  };

  const read: PositionReader["read"] = (synced, jobs) => {
    const { hash } = synced;
    const fails = (job: ReadJob) => failures.get(keyOf(job)) === hash;
    const runs = (job: ReadJob) => {
      const known = running.get(keyOf(job));
      return known !== undefined && (known.hash === hash || (!job.isUrgent && !known.isOver));
    };
    start(
      synced,
      jobs.filter((job) => !fails(job) && !runs(job)),
    );
    return jobs.map(async (job): Promise<ReadOutcome> => {
      if (fails(job)) return { fault: "protocol" };
      return (await running.get(keyOf(job))?.outcome) ?? { fault: "node" };
    });
  };

  const clear: PositionReader["clear"] = (synced, keys) => {
    const { slug: chain } = synced.chain;
    const rows = keys.map((key) => toEmptyRow(synced, key));
    if (!isBusy(chain)) track(chain, write(chain, rows)); // otherwise the next request does
  };
  const idle = async () => {
    while (writing.size > 0) await Promise.all(writing);
  };
  return { canReach: (chain) => chainRpcs.find(chain) !== undefined, read, clear, idle };
}

/** At most once a minute per protocol. */
function reportRarely(report: PositionReaderOptions["onError"]): PositionReaderOptions["onError"] {
  const reportedAt = new Map<string | undefined, number>();
  return (error, about) => {
    const now = performance.now();
    if (now - (reportedAt.get(about.protocol) ?? Number.NEGATIVE_INFINITY) < REPORT_EVERY_MS) return;
    reportedAt.set(about.protocol, now);
    report(error, about);
  };
}
