import { connect } from "node:net";
import { Client } from "pg";
import { isUnanswered } from "./databaseAway.ts";

/**
 * A connection that is given up when a query has no answer within its `query_timeout`: else the next would wait there as well.
 * Behind a pooler it prepares nothing, also of statements with names: they would be on another connection by the next transaction.
 */
export class AnsweringClient extends Client {
  /** What the server said of the connection. */
  declare private readonly processID: number;
  declare private readonly secretKey: number;
  #isPooled = false;

  /** Finds out whether a pooler stands in between: it makes up the id of the process that a connection has. */
  async detectPooler(): Promise<boolean> {
    const { rows } = (await super.query("select pg_backend_pid() as pid")) as { rows: { pid: number }[] };
    this.#isPooled = rows[0]?.pid !== this.processID;
    return this.#isPooled;
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- pg's overloads; all goes through as it came
  override query(...args: any[]): any {
    const [first, ...others] = args as [unknown, ...unknown[]];
    const asked = this.#isPooled ? withoutName(first) : first;
    const answer = (super.query as (...all: unknown[]) => unknown)(asked, ...others);
    if (answer instanceof Promise) answer.catch((error: unknown) => isUnanswered(error) && this.#giveUp());
    return answer;
  }

  #giveUp(): void {
    this.#cancel();
    void this.end(); // at once, and its socket with it: the pool lends it to nobody
  }

  /**
   * Asks the server, on another connection, to stop the query: it would not notice that nobody waits, and queries that are
   * given up again and again, such as for a lock, would use up its connections.
   * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS
   */
  #cancel(): void {
    const { host, port, processID, secretKey } = this;
    const request = Buffer.alloc(16);
    [request.length, CANCEL_REQUEST, processID, secretKey].forEach((word, nth) => request.writeInt32BE(word, 4 * nth));
    const socket = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    socket
      .unref()
      .on("error", () => undefined) // the server is away: it is done, or ends by itself
      .setTimeout(CANCEL_MS, () => socket.destroy())
      .end(request);
  }
}

/** Of a statement; what writes itself to the connection, such as a COPY, has none. */
function withoutName(asked: unknown): unknown {
  if (typeof asked !== "object" || asked === null || !("name" in asked) || "submit" in asked) return asked;
  const { name: _name, ...statement } = asked;
  return statement;
}

const CANCEL_REQUEST = 80_877_102;
const CANCEL_MS = 5_000;
