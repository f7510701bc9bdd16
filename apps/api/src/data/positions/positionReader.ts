import { isNodeFault, type Address, type Hash } from "@portico/evm";
import { createChainReader, openContext, type PositionQuery, type PositionRecord } from "@portico/protocols";
import { unknownToken, upsertTokens, writePositionReads, type PositionReading, type Store } from "@portico/store";
import type { ChainRpcs } from "../chains/chainRpcs.ts";
import type { PinnedChain } from "../chains/chainSurvey.ts";
import { startBudget } from "./budget.ts";
import { listPositionTokens } from "./positionParts.ts";
import { toEmptyRow, toPositionRow, type PositionKey } from "./positionRows.ts";
import { readRecord } from "./readRecord.ts";
import { RecentMap } from "./recentMap.ts";

/** A query of somebody's positions. */
export interface ReadJob {
  readonly query: PositionQuery;
  /** Of the query, by factsOf: who reads by others reads something else. */
  readonly facts: string;
  /** False: an app's, which count nowhere. */
  readonly isCounted: boolean;
  /** Whether somebody waits for it: else it is enough that the same is read at another block just now. */
  readonly isUrgent: boolean;
}

/** What a protocol answered; or why not: the node could not be asked, or the protocol itself fails. */
export type ReadOutcome = ReadSuccess | { readonly fault: "node" | "protocol" };

interface ReadSuccess {
  readonly record: PositionRecord;
  /** As it is stored. */
  readonly row: PositionReading;
  readonly blockNumber: bigint;
  /** Of the block, unix seconds. */
  readonly timeAt: number;
}

/** Reads positions from chains, each at its pinned block, and stores them. */
export interface PositionReader {
  /** Whether the chain can be asked at all. */
  readonly reaches: (chain: string) => boolean;
  /** Reads, or waits for who reads the same. In the order of the jobs; never rejects. What is read is stored by and by. */
  readonly read: (synced: PinnedChain, jobs: readonly ReadJob[]) => Promise<ReadOutcome>[];
  /** Stores that there is nothing any more. */
  readonly clear: (synced: PinnedChain, keys: readonly PositionKey[]) => void;
  /** Settles when nothing is read or written. */
  readonly idle: () => Promise<void>;
}

export interface PositionReaderOptions {
  readonly db: Store;
  readonly chainRpcs: ChainRpcs;
  /** Whether it is known how a token is called: else the indexer is to ask its contract. */
  readonly isTokenKnown: (chain: string, token: Address) => boolean;
  /** Owners who are read on a chain at the same time, at most; who comes when there are so many finds the node too busy. */
  readonly mostAtOnce?: number;
  /** Stores nothing. */
  readonly isReadOnly?: boolean;
  /** Told when a protocol, or the store, fails; of each protocol once a minute at most. */
  readonly onError: (error: unknown, about: { readonly chain: string; readonly protocol?: string }) => void;
}

interface Started {
  readonly job: ReadJob;
  /** Of the block. */
  readonly hash: Hash;
  readonly outcome: Promise<ReadOutcome>;
  /** Stored: good for who asks at the same block, and no longer what others wait for. */
  isOver: boolean;
}

/** Failures that are remembered, at most. */
const FAILURES = 20_000;
const TOLD_EVERY_MS = 60_000;
/** Who looked at the store before it was stored comes by then, and finds it. */
const LATECOMER_MS = 1_000;
/** What is read sooner is stored together; it does not wait for what takes longer. */
const TOGETHER_MS = 500;

const keyOf = ({ query: { owner, deployed }, facts }: ReadJob): string =>
  `${owner} ${deployed.chain} ${deployed.id} ${facts}`;

export function createPositionReader(options: PositionReaderOptions): PositionReader {
  const { db, chainRpcs, isTokenKnown, onError, mostAtOnce = 256, isReadOnly = false } = options;
  const running = new Map<string, Started>();
  /** At which block somebody's positions in a protocol can't be read. */
  const failures = new RecentMap<Hash>(FAILURES);
  const writing = new Set<Promise<void>>();
  /** By chain: a node that hangs must not take others' turns. */
  const busy = new Map<string, number>();
  const tell = tellRarely(onError);

  const write = async (chain: string, rows: readonly PositionReading[]) => {
    if (rows.length > 0 && !isReadOnly)
      await writePositionReads(db, rows).catch((error: unknown) => onError(error, { chain }));
  };
  /** A token that is only in positions comes in no log that the indexer stores. */
  const nameTokens = async (chain: string, outcomes: readonly ReadOutcome[]) => {
    const positions = outcomes.flatMap((outcome) => ("record" in outcome ? outcome.record.positions : []));
    const unknown = new Set(positions.flatMap(listPositionTokens).filter((token) => !isTokenKnown(chain, token)));
    if (unknown.size === 0 || isReadOnly) return;
    const tokens = [...unknown].map((token) => unknownToken(chain, token));
    await upsertTokens(db, tokens).catch((error: unknown) => onError(error, { chain }));
  };
  const isBusy = (chain: string): boolean => (busy.get(chain) ?? 0) >= mostAtOnce;
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
  ): Promise<ReadOutcome> => {
    const { blockNumber, timeAt, hash, chain } = synced;
    try {
      const record = await readRecord(job.query, context);
      const row = toPositionRow(synced, { ...job, record }); // what can't be stored can't be answered either
      return { record, row, blockNumber, timeAt };
    } catch (error) {
      tell(error, { chain: chain.id, protocol: job.query.deployed.id });
      if (isNodeFault(error)) return { fault: "node" };
      failures.set(keyOf(job), hash);
      return { fault: "protocol" };
    }
  };

  /** Who asks before it is stored waits for nothing. */
  const storeSome = async (synced: PinnedChain, read: readonly { started: Started; outcome: ReadOutcome }[]) => {
    const outcomes = read.map(({ outcome }) => outcome);
    const rows = outcomes.flatMap((outcome) => ("record" in outcome ? [outcome.row] : []));
    const { id: chain } = synced.chain;
    await Promise.all([write(chain, rows), nameTokens(chain, outcomes)]);
    for (const { started, outcome } of read) {
      started.isOver = true;
      const forget = () => void (running.get(keyOf(started.job)) === started && running.delete(keyOf(started.job)));
      if ("record" in outcome) setTimeout(forget, LATECOMER_MS).unref();
      else forget();
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
    const found = chainRpcs.find(synced.chain.id);
    if (found === undefined || jobs.length === 0 || isBusy(synced.chain.id)) return;
    const { chain, blockNumber, hash, timeAt } = synced;
    const reading = { ...found, chain, block: { blockNumber, hash, timeAt } };
    const reader = createChainReader(reading);
    const all = jobs.map((job): Started => {
      const context = openContext(reading, reader, job.query.deployed.contracts, job.query.deployed.adapter);
      return { job, hash, outcome: readOne(job, synced, context), isOver: false };
    });
    for (const started of all) running.set(keyOf(started.job), started);
    track(chain.id, store(synced, all));
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
    const { id: chain } = synced.chain;
    const rows = keys.map((key) => toEmptyRow(synced, key));
    if (!isBusy(chain)) track(chain, write(chain, rows)); // else who asks next does
  };
  const idle = async () => {
    while (writing.size > 0) await Promise.all(writing);
  };
  return { reaches: (chain) => chainRpcs.find(chain) !== undefined, read, clear, idle };
}

/** Of each protocol once a minute at most. */
function tellRarely(tell: PositionReaderOptions["onError"]): PositionReaderOptions["onError"] {
  const toldAt = new Map<string | undefined, number>();
  return (error, about) => {
    const now = performance.now();
    if (now - (toldAt.get(about.protocol) ?? Number.NEGATIVE_INFINITY) < TOLD_EVERY_MS) return;
    toldAt.set(about.protocol, now);
    tell(error, about);
  };
}
