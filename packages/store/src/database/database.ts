import { Kysely, PostgresDialect } from "kysely";
import { Pool, TypeOverrides } from "pg";
import type { PoolClient } from "pg";
import { AnsweringClient } from "./answeringClient.ts";
import { isOfCutConnection } from "./databaseAway.ts";
import { PreparingClient } from "./preparingClient.ts";
import type { Database } from "./schema.ts";

/** The store: a pool, or inside `inTransaction` its one connection. Query modules accept both. */
export type Store = Kysely<Database>;

/** Lends a connection; it may call `work` again on another one if the first fails. */
export type Lend = <T>(work: (client: PoolClient) => Promise<T>) => Promise<T>;

type Connections =
  | { pool: Pool; client?: never; lend?: never }
  | { client: PoolClient; pool?: never; lend?: never }
  | { lend: Lend; pool?: never; client?: never };
const connections = new WeakMap<Store, Connections>();

/** How columns are read: int8 as bigint, bytea as text `\x…` (see bytea.ts), numeric as digits, others like pg. */
const types = new TypeOverrides();
types.setTypeParser(20 /* int8 */, BigInt);
types.setTypeParser(17 /* bytea */, String);

/** Options of a pool. */
export interface DatabaseOptions {
  /** Maximum connections; default 10. */
  readonly max?: number;
  /** Whether connections prepare statements, unless there is a pooler: for few texts that are repeated often. */
  readonly prepares?: boolean;
  /**
   * Timeout of connecting and of a query: for requests that users wait for. A network can fall silent, and nothing
   * would fail for
   * a quarter of an hour. Without it there is no limit: bulk reads and writes take their time.
   */
  readonly answerMs?: number;
  /**
   * Whether named statements are planned once per connection, for any values, unless there is a pooler; idle connections
   * are kept for longer then.
   */
  readonly plansOnce?: boolean;
}

/** Long enough for every request that a user waits for. */
export const REQUEST_ANSWER_MS = 20_000;

/** Of connections that have planned their statements. */
const KEPT_IDLE_MS = 600_000;

/** TCP keep-alive delay. */
const PROBE_MS = 10_000;

/**
 * Opens a pool of connections. Connects on the first query.
 * @param url - postgresql://user:password@host:port/database
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Store {
  const { max = 10, prepares = false, answerMs, plansOnce = false } = options;
  const pool = new Pool({
    connectionString: url,
    types,
    max,
    keepAlive: true,
    keepAliveInitialDelayMillis: PROBE_MS,
    ...(answerMs !== undefined && { connectionTimeoutMillis: answerMs, query_timeout: answerMs }),
    ...(plansOnce && { idleTimeoutMillis: KEPT_IDLE_MS }),
    Client: prepares ? PreparingClient : AnsweringClient,
    // oxlint-disable-next-line typescript/no-misused-promises -- pg waits for it, its types don't say so
    onConnect: async (client) => {
      const isPooled = client instanceof AnsweringClient && (await client.setUpSession());
      if (plansOnce && !isPooled) await client.query("set plan_cache_mode = force_generic_plan");
    },
  });
  pool.on("error", () => undefined); // an idle connection was closed: the pool drops it, the next query uses another
  // A lent connection that is closed fails its query; without any listener the error would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  connections.set(db, { pool });
  return db;
}

export interface PoolFigures {
  readonly open: number;
  readonly idle: number;
  /** Queries waiting for a connection. */
  readonly waiting: number;
  readonly max: number;
}

/** @throws TypeError inside a transaction. */
export function getPoolFigures(db: Store): PoolFigures {
  const { pool } = connections.get(db) ?? {};
  if (!pool) throw new TypeError("Not a database of openDatabase");
  return { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, max: pool.options.max };
}

/** Closes the pool after running queries. */
export const closeDatabase = (db: Store): Promise<void> => db.destroy();

/** Maximum idle time of a transaction: its process may be frozen or unreachable, and others wait for its locks. */
const STILL_MS = 10_000;
const AWAKE_MS = STILL_MS / 4;

/** Sent at the start of every transaction. */
export const END_WHEN_STILL = `set local idle_in_transaction_session_timeout = ${STILL_MS}`;

/**
 * Runs `work` on one connection in one transaction: committed when it resolves, rolled back when it throws, or when its
 * process is frozen for 10 seconds. It may wait for other work, such as a node, for any time. No nesting.
 */
export function inTransaction<T>(db: Store, work: (tx: Store) => Promise<T>): Promise<T> {
  return withClient(db, async (client) => {
    const tx = bindToClient(client);
    await client.query(`begin; ${END_WHEN_STILL}`);
    try {
      const result = await withKeepAlive(client, () => work(tx));
      const { command } = await client.query("commit");
      if (command !== "COMMIT") throw new Error("The transaction was rolled back: one of its statements had failed");
      return result;
    } catch (error) {
      await client.query("rollback").catch(() => undefined); // a lost connection has rolled back by itself
      throw error;
    } finally {
      connections.delete(tx);
    }
  });
}

/** Sends keep-alive queries while the work runs. */
async function withKeepAlive<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  let pinging: Promise<unknown> | undefined;
  const ping = () => {
    pinging ??= client
      .query("select")
      .catch(() => undefined) // the next query fails, too
      .finally(() => (pinging = undefined));
  };
  const timer = setInterval(ping, AWAKE_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await pinging;
  }
}

/** Whether each query uses a connection of a pool, outside of a transaction. */
export const isPool = (db: Store): boolean => {
  const { pool, lend } = connections.get(db) ?? {};
  return pool !== undefined || lend !== undefined;
};

/** Lends the underlying connection, for statements that Kysely doesn't support: COPY. */
export async function withClient<T>(db: Store, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const { client, pool, lend } = connections.get(db) ?? {};
  if (client) return await work(client);
  if (lend) return await lend(work);
  if (!pool) throw new TypeError("Not a database of openDatabase or inTransaction, or its transaction has ended");
  const lent = await pool.connect();
  let failure: Error | undefined;
  const onError = (error: Error) => void (failure ??= error);
  lent.on("error", onError);
  try {
    return await work(lent);
  } catch (error) {
    throw failure !== undefined && isOfCutConnection(error) ? failure : error;
  } finally {
    lent.off("error", onError);
    lent.release(failure);
  }
}

/** A store whose every query, transaction and `withClient` is a call of `lend`. It owns no connections. */
export const createLentStore = (lend: Lend): Store =>
  createStore((text, values) => lend((client) => client.query(text, values)), { lend });

/** A store of one connection, which is never returned. */
function bindToClient(client: PoolClient): Store {
  let last: Promise<unknown> = Promise.resolve();
  /** Sequentially: a transaction may be read from several places at once. */
  const inTurn: Query = (text, values) => {
    const query = () => client.query(text, values);
    last = last.then(query, query);
    return last;
  };
  return createStore(inTurn, { client });
}

type Query = (text: string, values?: unknown[]) => Promise<unknown>;

function createStore(send: Query, its: Connections): Store {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Kysely's type has cursors, which are not used here
  const query = send as never;
  const pool = { connect: async () => ({ query, release: () => undefined }), end: async () => undefined, options: {} };
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  connections.set(db, its);
  return db;
}
