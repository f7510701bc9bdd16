import {
  closeDatabase,
  createLentStore,
  openDatabase,
  withClient,
  type Lend,
  type Store,
} from "../database/database.ts";
import { isDistributed } from "../distribution/isDistributed.ts";
import { openShards } from "../distribution/openShards.ts";
import { coalesce } from "./coalesce.ts";
import type { ReadStore } from "./readStore.ts";
import type { ReadUrl } from "./readUrls.ts";
import { createReplica, type Replica, type ReplicaAnswer, type ReplicaChange, type ReplicaOptions } from "./replica.ts";
import { assertPrimary, readIdentity, ReplicaRefusedError } from "./serverIdentity.ts";
import { flushPrimaryPosition, readPrimaryPosition, type WalPosition } from "./walPosition.ts";
import { watchReplica, type ReplicaWatch } from "./watchReplica.ts";

export interface ReadsOptions extends ReplicaOptions {
  /** The primary's. */
  readonly databaseUrl: string;
  /** Of its replicas, or of the nodes of a distributed database; none: everything is read from the primary. */
  readonly readUrls: readonly ReadUrl[];
  /** How far behind a used replica may be, which is how long a read waits for it; default READ_LAG_MS. */
  readonly lagMs?: number | undefined;
  /** Interval between checks; default 1 s. */
  readonly checkMs?: number | undefined;
}

export interface ReplicaFigures extends ReplicaChange {
  /** How far it was behind at the last check; undefined if unknown. */
  readonly lagMs: number | undefined;
  readonly reads: number;
}

/**
 * Reads of one process from replicas, which never go back in time: a read that begins after another has ended sees all
 * that the other saw, whichever servers answered them, and all that was committed before the last call of `catchUp`.
 * For that, the greatest position that an answer may have seen is kept, and a server must have replayed it. If none has
 * within the limit, the primary answers, as it does when replicas fail.
 */
export interface Reads {
  readonly db: ReadStore;
  /** Lets reads from now on see what is committed by now: after a notification, or a write of this process. */
  readonly catchUp: () => void;
  readonly figures: () => ReplicaFigures[];
  /** Reads that the primary answered because no replica could. */
  readonly missed: () => number;
  readonly close: () => Promise<void>;
}

const READ_LAG_MS = 500;
const CHECK_MS = 1_000;
const ANSWER_MS = 5_000;

/**
 * @param db - The primary. Stays open at `close`.
 * @throws ReplicaRefusedError for a server that is no replica of the primary, or no node of a distributed database, or that
 * can't be read. Those that don't respond, or lag, are used once they do not.
 */
export async function openReads(db: Store, options: ReadsOptions): Promise<Reads> {
  const { databaseUrl, readUrls, lagMs = READ_LAG_MS, checkMs = CHECK_MS } = options;
  if (readUrls.length === 0) return readPrimaryOnly(db);
  if (await isDistributed(db)) return await readFromNodes(db, { ...options, checkMs });

  const asked = openDatabase(databaseUrl, { max: 1, answerMs: ANSWER_MS });
  const identify = () => withClient(asked, (client) => readIdentity(client, "DATABASE_URL"));
  /** No answer has seen anything after it. */
  let floor: WalPosition = 0n;
  const see = (position: WalPosition) => {
    if (position > floor) floor = position;
  };
  const position = coalesce(async () => {
    const before = floor;
    const found = await withClient(asked, flushPrimaryPosition);
    if (found < before) floor = found; // another primary, which never got what was seen
    return found;
  });
  let caughtUp: Promise<boolean> = Promise.resolve(true);
  const catchUp = () => {
    caughtUp = position().then(
      (found) => {
        see(found);
        return true;
      },
      () => false,
    );
  };

  const replicas = readUrls.map((readUrl) => createReplica(readUrl, options));
  const watches = replicas.map((replica) => watchReplica(replica, { primary: { identify, position }, lagMs, checkMs }));
  let missed = 0;
  const lend: Lend = async (work) => {
    const deadline = performance.now() + lagMs;
    const canCompare = await caughtUp;
    if (!canCompare) catchUp(); // for the next read
    const answer = canCompare ? await readFromReplicas(replicas, (one) => one.read(work, floor, deadline)) : undefined;
    if (answer !== undefined) {
      see(answer.bound);
      return answer.result;
    }
    missed++;
    return await withClient(db, async (client) => {
      const result = await work(client);
      see(await readPrimaryPosition(client));
      return result;
    });
  };
  const close = async () => {
    await Promise.all(watches.map((watch) => watch.stop()));
    await Promise.all([...replicas.map((replica) => replica.close()), closeDatabase(asked)]);
  };
  try {
    assertPrimary(await identify());
    await Promise.all(watches.map((watch, nth) => checkFirst(watch, replicas[nth]!)));
  } catch (error) {
    await close();
    throw error;
  }
  catchUp();
  for (const watch of watches) watch.start();
  const figures = () =>
    replicas.map((replica, nth) => ({
      host: replica.host,
      isUsed: replica.isUsed(),
      reason: replica.reason(),
      lagMs: watches[nth]?.lagMs(),
      reads: replica.reads(),
    }));
  return { db: createLentStore(lend), catchUp, figures, missed: () => missed, close };
}

/** On a distributed database the URLs are of its nodes. A read of an owner always asks the same one. */
async function readFromNodes(db: Store, options: ReadsOptions & { checkMs: number }): Promise<Reads> {
  const { db: store, nodes, missed, close } = await openShards(db, options);
  const figures = () =>
    nodes.map((node) => ({
      host: node.host,
      isUsed: node.isUsed(),
      reason: node.reason(),
      lagMs: undefined,
      reads: node.figures.reads,
    }));
  return { db: store, catchUp: () => undefined, figures, missed, close };
}

/** The least busy replica first; each at most once. */
async function readFromReplicas<T>(
  replicas: readonly Replica[],
  ask: (replica: Replica) => Promise<ReplicaAnswer<T> | undefined>,
): Promise<ReplicaAnswer<T> | undefined> {
  const tried = new Set<Replica>();
  for (;;) {
    const [replica] = replicas
      .filter((one) => one.isUsed() && !tried.has(one))
      .toSorted((one, other) => one.load() - other.load() || one.reads() - other.reads());
    if (replica === undefined) return undefined;
    tried.add(replica);
    const answer = await ask(replica);
    if (answer !== undefined) return answer;
  }
}

async function checkFirst(watch: ReplicaWatch, replica: Replica): Promise<void> {
  try {
    await watch.check();
  } catch (error) {
    if (error instanceof ReplicaRefusedError) throw error;
    replica.leaveOut(error instanceof Error ? error.message : String(error));
  }
}

const readPrimaryOnly = (db: Store): Reads => ({
  db,
  catchUp: () => undefined,
  figures: () => [],
  missed: () => 0,
  close: async () => undefined,
});
