import type { Address, Hash } from "@portico/evm";
import { createChainReader, openContext, type PositionQuery, type PositionRecord } from "@portico/protocols";
import { unknownToken, upsertTokens, writePositionReads, type PositionReading, type Store } from "@portico/store";
import type { PinnedChain } from "../chainSurvey.ts";
import { createChainRpcs, type RpcUrls } from "./chainRpcs.ts";
import { listPositionTokens } from "./positionParts.ts";
import { toEmptyRow, toPositionRow, type PositionKey } from "./positionRows.ts";
import { isNodeFault, readRecord } from "./readRecord.ts";
import { RecentMap } from "./recentMap.ts";

/** A query of somebody's positions. */
export interface ReadJob {
  readonly query: PositionQuery;
  /** False: an app's, which count nowhere. */
  readonly isCounted: boolean;
  /** Whether somebody waits for it: else it is enough that the same is read at another block just now. */
  readonly isUrgent: boolean;
}

/** What a protocol answered; or why not: the node could not be asked, or the protocol itself fails. */
export type ReadOutcome = ReadSuccess | { readonly fault: "node" | "protocol" };

interface ReadSuccess {
  readonly record: PositionRecord;
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
  readonly rpcUrls: RpcUrls;
  /** Whether it is known how a token is called: else the indexer is to ask its contract. */
  readonly isTokenKnown: (chain: string, token: Address) => boolean;
  /** Owners who are read at the same time, at most; who comes when there are so many finds the node too busy. */
  readonly mostAtOnce?: number;
  /** Told when a protocol, or the store, fails; of each protocol once a minute at most. */
  readonly onError: (error: unknown, about: { readonly chain: string; readonly protocol?: string }) => void;
}

interface Running {
  /** Of the block. */
  readonly hash: Hash;
  readonly outcome: Promise<ReadOutcome>;
}

/** Failures that are remembered, at most. */
const FAILURES = 20_000;
const TOLD_EVERY_MS = 60_000;

const keyOf = ({ query: { owner, deployed } }: ReadJob): string => `${owner} ${deployed.chain} ${deployed.id}`;

export function createPositionReader(options: PositionReaderOptions): PositionReader {
  const { db, rpcUrls, isTokenKnown, onError, mostAtOnce = 256 } = options;
  const findRpc = createChainRpcs(rpcUrls);
  const running = new Map<string, Running>();
  /** At which block somebody's positions in a protocol can't be read. */
  const failures = new RecentMap<Hash>(FAILURES);
  const writing = new Set<Promise<void>>();
  const tell = tellRarely(onError);

  const write = async (chain: string, rows: readonly PositionReading[]) => {
    if (rows.length > 0) await writePositionReads(db, rows).catch((error: unknown) => onError(error, { chain }));
  };
  /** A token that is only in positions comes in no log that the indexer stores. */
  const nameTokens = async (chain: string, outcomes: readonly ReadOutcome[]) => {
    const positions = outcomes.flatMap((outcome) => ("record" in outcome ? outcome.record.positions : []));
    const unknown = new Set(positions.flatMap(listPositionTokens).filter((token) => !isTokenKnown(chain, token)));
    if (unknown.size === 0) return;
    const tokens = [...unknown].map((token) => unknownToken(chain, token));
    await upsertTokens(db, tokens).catch((error: unknown) => onError(error, { chain }));
  };
  const track = (work: Promise<void>) => {
    const tracked = work.finally(() => writing.delete(tracked));
    writing.add(tracked);
  };

  const readOne = async (
    job: ReadJob,
    { blockNumber, timeAt, hash, chain }: PinnedChain,
    context: ReturnType<typeof openContext>,
  ): Promise<ReadOutcome> => {
    try {
      return { record: await readRecord(job.query, context), blockNumber, timeAt };
    } catch (error) {
      tell(error, { chain: chain.id, protocol: job.query.deployed.id });
      if (isNodeFault(error)) return { fault: "node" };
      failures.set(keyOf(job), hash);
      return { fault: "protocol" };
    }
  };

  /** Who asks before it is stored waits for nothing. */
  const store = async (synced: PinnedChain, jobs: readonly ReadJob[], started: readonly Running[]) => {
    const outcomes = await Promise.all(started.map(({ outcome }) => outcome));
    const rows = jobs.flatMap(({ query, isCounted }, index) => {
      const outcome = outcomes[index];
      if (outcome === undefined || !("record" in outcome)) return [];
      return [toPositionRow(synced, query, { record: outcome.record, isCounted })];
    });
    const { id: chain } = synced.chain;
    await Promise.all([write(chain, rows), nameTokens(chain, outcomes)]);
    for (const [index, job] of jobs.entries()) {
      if (running.get(keyOf(job)) === started[index]) running.delete(keyOf(job));
    }
  };

  const start = (synced: PinnedChain, jobs: readonly ReadJob[]): void => {
    const found = findRpc(synced.chain.id);
    if (found === undefined || jobs.length === 0 || writing.size >= mostAtOnce) return;
    const { chain, blockNumber, hash, timeAt } = synced;
    const reading = { ...found, chain, block: { blockNumber, hash, timeAt } };
    const reader = createChainReader(reading);
    const started = jobs.map((job): Running => {
      const context = openContext(reading, reader, job.query.deployed.contracts);
      return { hash, outcome: readOne(job, synced, context) };
    });
    for (const [index, job] of jobs.entries()) running.set(keyOf(job), started[index]!);
    track(store(synced, jobs, started));
  };

  const read: PositionReader["read"] = (synced, jobs) => {
    const { hash } = synced;
    const fails = (job: ReadJob) => failures.get(keyOf(job)) === hash;
    const runs = (job: ReadJob) => {
      const known = running.get(keyOf(job));
      return known !== undefined && (known.hash === hash || !job.isUrgent);
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

  const clear: PositionReader["clear"] = (synced, keys) =>
    track(
      write(
        synced.chain.id,
        keys.map((key) => toEmptyRow(synced, key)),
      ),
    );
  const idle = async () => {
    while (writing.size > 0) await Promise.all(writing);
  };
  return { reaches: (chain) => rpcUrls.has(chain), read, clear, idle };
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
