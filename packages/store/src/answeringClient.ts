import { connect } from "node:net";
import { Client } from "pg";
import { isUnanswered } from "./databaseAway.ts";

/** A connection that is given up when a query has no answer within its `query_timeout`: else the next would wait there as well. */
export class AnsweringClient extends Client {
  /** What the server said of the connection. */
  declare private readonly processID: number;
  declare private readonly secretKey: number;

  // oxlint-disable-next-line typescript/no-explicit-any -- pg's overloads; all goes through as it came
  override query(...args: any[]): any {
    const answer = (super.query as (...all: unknown[]) => unknown)(...args);
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

const CANCEL_REQUEST = 80_877_102;
const CANCEL_MS = 5_000;
