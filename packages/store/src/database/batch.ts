import type { Store } from "./database.ts";

export type BatchLimits = {
  /** Maximum concurrent batches: later callers wait and share one. */
  running: number;
  /** Maximum size of a batch. */
  size: number;
};

interface Waiting<Q, R> {
  query: Q;
  resolve: (answer: R) => void;
  reject: (error: unknown) => void;
}

/**
 * Batches requests that come in the same turn of the event loop, or have to wait anyway. Under low load every one is sent
 * alone, at the end of its turn.
 * @param load - Handles a batch, in order; if it rejects, all its callers do.
 */
export function createBatches<Q, R>(
  load: (queries: Q[]) => Promise<R[]>,
  { running: runningMax, size }: BatchLimits,
): (query: Q) => Promise<R> {
  let waiting: Waiting<Q, R>[] = [];
  let running = 0;
  let isAwaited = false;

  const runAll = () => {
    isAwaited = false;
    const count = Math.min(runningMax - running, Math.ceil(waiting.length / size));
    for (let nth = 0; nth < count; nth++) void run();
  };

  const run = async () => {
    const batch = waiting.slice(0, size);
    waiting = waiting.slice(size);
    running++;
    try {
      const answers = await load(batch.map(({ query }) => query));
      if (answers.length !== batch.length)
        throw new RangeError(`${answers.length} results for ${batch.length} queries`);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as many as there are
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as R);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    running--;
    if (waiting.length > 0) void run();
  };
  return (query) =>
    new Promise((resolve, reject) => {
      waiting.push({ query, resolve, reject });
      if (isAwaited || running >= runningMax) return;
      isAwaited = true;
      setImmediate(runAll);
    });
}

/** Batches of a database each, made when it is first used. @param load - As above. */
export function createStoreBatches<Q, R>(
  load: (db: Store, queries: Q[]) => Promise<R[]>,
  limits: BatchLimits,
): (db: Store, query: Q) => Promise<R> {
  const known = new WeakMap<Store, (query: Q) => Promise<R>>();
  return (db, query) => {
    const ask = known.get(db) ?? createBatches((queries: Q[]) => load(db, queries), limits);
    known.set(db, ask);
    return ask(query);
  };
}
