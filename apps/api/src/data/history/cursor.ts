import type { HistoryTransaction } from "@portico/store";
import { invalidParams } from "../../errors.ts";

type HistoryPosition = Pick<HistoryTransaction, "blockNumber" | "chain" | "timeAt" | "txIndex">;

/** Identifies the last transaction of a page: base64url of `time:chain:block:index`. */
export const writeCursor = ({ timeAt, chain, blockNumber, txIndex }: HistoryPosition): string =>
  Buffer.from(`${timeAt}:${chain}:${blockNumber}:${txIndex}`).toString("base64url");

const POSITION = /^(\d{1,10}):[a-z0-9]{1,20}:\d{1,20}:\d{1,8}$/;

/**
 * Parses a cursor to the time that the next page ends before, unix seconds: a page never ends within a second.
 * @throws ServiceError invalid_params.
 */
export function readCursor(cursor: string): number {
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  const time = POSITION.exec(text)?.[1];
  const isOurs = time !== undefined && Buffer.from(text).toString("base64url") === cursor;
  if (!isOurs)
    throw invalidParams({ cursor: "is not a next_cursor: send the value of the previous page unchanged, or omit it" });
  return Number(time);
}
