import { connect } from "node:net";
import { Client } from "pg";
import { isUnanswered } from "./databaseAway.ts";

/**
 * A connection that is closed if a query exceeds its `query_timeout`: otherwise the next query would wait there as
 * well.
 * Behind a pooler it prepares no statements, named ones included: the next transaction would use another connection.
 */
export class AnsweringClient extends Client {
  /** Process id of the backend, as reported by the server. */
  declare private readonly processID: number;
  declare private readonly secretKey: number;
  #isPooled = false;
  #isDistributed = false;

  /** Whether the owners' tables are distributed: see isDistributed.ts. */
  get isDistributed(): boolean {
    return this.#isDistributed;
  }

  /**
   * Sets the session up, and detects a pooler: it makes up the process id of a connection. And whether the database is
   * distributed.
   * @returns whether there is a pooler.
   */
  async setUpSession(): Promise<boolean> {
    const { rows } = (await super.query(SET_UP)) as { rows: { pid: number; is_distributed: boolean }[] };
    this.#isPooled = rows[0]?.pid !== this.processID;
    this.#isDistributed = rows[0]?.is_distributed === true;
    return this.#isPooled;
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- pg's overloads; all goes through as it came
  override query(...args: any[]): any {
    const [first, ...others] = args as [unknown, ...unknown[]];
    const queryArg = this.#isPooled ? withoutName(first) : first;
    const answer = (super.query as (...all: unknown[]) => unknown)(queryArg, ...others);
    if (answer instanceof Promise) answer.catch((error: unknown) => isUnanswered(error) && this.#giveUp());
    return answer;
  }

  #giveUp(): void {
    this.#cancel();
    void this.end(); // at once, with its socket: the pool lends it no more
  }

  /**
   * Cancels the query on another connection: the server would not notice that the caller has gone, and repeatedly abandoned
   * queries,
   * for a lock for example, would use up its connections.
   * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS
   */
  #cancel(): void {
    const { host, port, processID, secretKey } = this;
    const request = Buffer.alloc(16);
    [request.length, CANCEL_REQUEST, processID, secretKey].forEach((word, nth) => request.writeInt32BE(word, 4 * nth));
    const socket = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    socket
      .unref()
      .on("error", () => undefined) // the server is unavailable: the query is done, or ends by itself
      .setTimeout(CANCEL_MS, () => socket.destroy())
      .end(request);
  }
}

/** Compiling the indexer's statements takes PostgreSQL seconds, and each is run once. */
const SET_UP = `select set_config('jit', 'off', false), pg_backend_pid() as pid,
  coalesce(current_setting('portico.distributed', true) = 'on', false) as is_distributed`;

/** Removes a statement's name; queries that write to the connection themselves, such as COPY, have none. */
function withoutName(queryArg: unknown): unknown {
  if (typeof queryArg !== "object" || queryArg === null || !("name" in queryArg) || "submit" in queryArg)
    return queryArg;
  const { name: _name, ...statement } = queryArg;
  return statement;
}

const CANCEL_REQUEST = 80_877_102;
const CANCEL_MS = 5_000;
