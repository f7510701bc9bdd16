import { Kysely, PostgresDialect } from "kysely";
import { Pool, TypeOverrides } from "pg";
import type { PoolClient } from "pg";
import { AnsweringClient } from "./answeringClient.ts";
import { isOfCutConnection } from "./databaseAway.ts";
import { PreparingClient } from "./preparingClient.ts";
import type { Database } from "./schema.ts";

/** The store: a pool, or within `inTransaction` its one connection. Query modules take either. */
export type Store = Kysely<Database>;

type Connections = { pool: Pool; client?: never } | { client: PoolClient; pool?: never };
const connections = new WeakMap<Store, Connections>();

/** What a column arrives as: int8 a bigint, bytea its own text `\x…` (see bytea.ts), numeric its digits, the rest as pg does. */
const types = new TypeOverrides();
types.setTypeParser(20 /* int8 */, BigInt);
types.setTypeParser(17 /* bytea */, String);

/** What a pool is for. */
export interface DatabaseOptions {
  /** Connections at most; 10 when left out. */
  readonly max?: number;
  /** Whether each connection prepares what it is asked, unless a pooler stands in between: for who asks few texts, often. */
  readonly prepares?: boolean;
  /**
   * How long a connection and an answer may take: for who is waited for. A network can fall silent, and nothing would break for
   * a quarter of an hour. Without it there is no limit: what is read and written in bulk takes its time.
   */
  readonly answerMs?: number;
}

/** Long enough for every answer that somebody waits for. */
export const REQUEST_ANSWER_MS = 20_000;

/** After how long a connection on which nothing comes is asked whether it still is one. */
const PROBE_MS = 10_000;

/**
 * Opens a pool of connections. Nothing connects before the first query.
 * @param url - postgresql://user:password@host:port/database
 */
export function openDatabase(url: string, { max = 10, prepares = false, answerMs }: DatabaseOptions = {}): Store {
  const pool = new Pool({
    connectionString: url,
    types,
    max,
    keepAlive: true,
    keepAliveInitialDelayMillis: PROBE_MS,
    ...(answerMs !== undefined && { connectionTimeoutMillis: answerMs, query_timeout: answerMs }),
    Client: prepares ? PreparingClient : AnsweringClient,
    // oxlint-disable-next-line typescript/no-misused-promises -- pg waits for it, its types don't say so
    onConnect: async (client) => {
      if (client instanceof AnsweringClient) await client.detectPooler();
    },
  });
  pool.on("error", () => undefined); // an idle connection was cut: the pool drops it, the next query takes another
  // A lent connection that is cut tells its query; who else listened would be told twice, and nobody at all ends the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  connections.set(db, { pool });
  return db;
}

export interface PoolFigures {
  readonly open: number;
  readonly idle: number;
  /** Queries that wait for a connection. */
  readonly waiting: number;
  readonly max: number;
}

/** @throws TypeError when it is the database of a transaction. */
export function getPoolFigures(db: Store): PoolFigures {
  const { pool } = connections.get(db) ?? {};
  if (!pool) throw new TypeError("Not a database of openDatabase");
  return { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, max: pool.options.max };
}

/** Ends the pool: waits for the queries that run. */
export const closeDatabase = (db: Store): Promise<void> => db.destroy();

/** How long a transaction may stand still: its process may be frozen, or out of reach, and others wait for what it holds. */
const STILL_MS = 10_000;
const AWAKE_MS = STILL_MS / 4;

/** To be sent with the beginning of every transaction. */
export const END_WHEN_STILL = `set local idle_in_transaction_session_timeout = ${STILL_MS}`;

/**
 * Runs `work` on one connection in one transaction: committed when it resolves, rolled back when it throws, or when its
 * process stands still for 10 seconds. It may wait for something else as long as it likes, such as a node. No nesting.
 */
export function inTransaction<T>(db: Store, work: (tx: Store) => Promise<T>): Promise<T> {
  return withClient(db, async (client) => {
    const tx = bindToClient(client);
    await client.query(`begin; ${END_WHEN_STILL}`);
    try {
      const result = await keepAwake(client, () => work(tx));
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

/** Says at intervals that the process lives, while it works. */
async function keepAwake<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  let saying: Promise<unknown> | undefined;
  const say = () => {
    saying ??= client
      .query("select")
      .catch(() => undefined) // what is asked next fails, too
      .finally(() => (saying = undefined));
  };
  const timer = setInterval(say, AWAKE_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await saying;
  }
}

/** Whether it lends a connection of its pool to every query, and is not the one of a transaction. */
export const isPool = (db: Store): boolean => connections.get(db)?.pool !== undefined;

/** Lends the connection below, for what Kysely has no words for: COPY. */
export async function withClient<T>(db: Store, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const { client, pool } = connections.get(db) ?? {};
  if (client) return await work(client);
  if (!pool) throw new TypeError("Not a database of openDatabase or inTransaction, or its transaction is over");
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

/** A Kysely whose pool is one connection that is never given back. */
function bindToClient(client: PoolClient): Store {
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other: who reads within a transaction may do so in several places at once. */
  const inTurn = (text: string, values?: unknown[]) => {
    const ask = () => client.query(text, values);
    last = last.then(ask, ask);
    return last;
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Kysely asks for cursors too, and uses none here
  const query = inTurn as never;
  const pool = { connect: async () => ({ query, release: () => undefined }), end: async () => undefined, options: {} };
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  connections.set(db, { client });
  return db;
}
