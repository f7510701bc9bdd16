import type { HistoryTransaction } from "@portico/store";
import { invalidParams } from "../../errors.ts";

type HistoryPosition = Pick<HistoryTransaction, "blockNumber" | "chain" | "timeAt" | "txIndex">;

/** What the next page follows from. */
export interface Cursor {
  /** The next page ends before it, unix seconds: a page never ends within a second. */
  readonly before: number;
  /** Slugs of requested chains that were not ready for the page before, which is therefore without them. */
  readonly leftOut: readonly string[];
}

/** Identifies the last transaction of a page, and what it is without: base64url of `time:chain:block:index:chain,chain`. */
export function writeCursor(
  { timeAt, chain, blockNumber, txIndex }: HistoryPosition,
  leftOut: readonly string[],
): string {
  const position = `${timeAt}:${chain}:${blockNumber}:${txIndex}`;
  return Buffer.from(leftOut.length === 0 ? position : `${position}:${leftOut.join(",")}`).toString("base64url");
}

const SLUG = "[a-z0-9]{1,20}";
const CURSOR = new RegExp(`^(\\d{1,10}):${SLUG}:\\d{1,20}:\\d{1,8}(?::(${SLUG}(?:,${SLUG}){0,99}))?$`);

/** @throws ServiceError invalid_params. */
export function readCursor(cursor: string): Cursor {
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  const [, time, leftOut] = CURSOR.exec(text) ?? [];
  const isOurs = time !== undefined && Buffer.from(text).toString("base64url") === cursor;
  if (!isOurs)
    throw invalidParams({ cursor: "is not a next_cursor: send the value of the previous page unchanged, or omit it" });
  return { before: Number(time), leftOut: leftOut?.split(",") ?? [] };
}
