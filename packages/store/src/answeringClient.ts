import { Client } from "pg";

/** A connection that is given up when a query has no answer within its `query_timeout`: else the next would wait there as well. */
export class AnsweringClient extends Client {
  // oxlint-disable-next-line typescript/no-explicit-any -- pg's overloads; all goes through as it came
  override query(...args: any[]): any {
    const answer = (super.query as (...all: unknown[]) => unknown)(...args);
    // ended at once, and its socket with it: the pool lends it to nobody
    if (answer instanceof Promise) answer.catch((error: unknown) => isLate(error) && void this.end());
    return answer;
  }
}

const isLate = (error: unknown): boolean => error instanceof Error && error.message === "Query read timeout";
