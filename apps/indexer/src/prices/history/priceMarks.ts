import { MARK_SECONDS } from "@portico/store";

export const DAY = 86_400;

/** Of marks older than this many days, only the last one of each UTC day. */
const FINE_DAYS = 8;

/** The newest mark at or before a time. */
export const getMark = (timeAt: number): number => Math.floor(timeAt / MARK_SECONDS) * MARK_SECONDS;

/** The newest mark with complete data at a head: the next block may have the head's timestamp. */
export const getDueMark = (headTime: number): number => getMark(headTime - 1);

/** Start of the UTC day from which every mark exists; of earlier days only the last one. */
export const getFineStart = (headTime: number): number => Math.floor((headTime - FINE_DAYS * DAY) / DAY) * DAY;

/** The last mark of a time's UTC day: its close. */
export const getClose = (timeAt: number): number => (Math.floor(timeAt / DAY) + 1) * DAY - MARK_SECONDS;

/** Marks after one and up to another: the close of each day before `fineStart`, and from there on every one. */
export function* listMarks(after: number, until: number, fineStart: number): Generator<number> {
  let mark = getMark(after) + MARK_SECONDS;
  for (;;) {
    if (mark < fineStart) mark = getClose(mark);
    if (mark > until) return;
    yield mark;
    mark += MARK_SECONDS;
  }
}
