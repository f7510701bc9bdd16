import { repeat } from "@portico/server";
import { deleteOldMessages, type Store } from "@portico/store";
import type { Logger } from "pino";

const HOUR_MS = 3_600_000;
export const DEFAULT_MESSAGE_DAYS = 365;

export interface RetentionOptions {
  readonly db: Store;
  readonly log: Pick<Logger, "warn">;
  /** Maximum age of a message; 0: unlimited. Default DEFAULT_MESSAGE_DAYS. */
  readonly days?: number | undefined;
  readonly everyMs?: number;
}

/** Deletes expired messages, every hour. */
export function startRetention({
  db,
  log,
  days = DEFAULT_MESSAGE_DAYS,
  everyMs = HOUR_MS,
}: RetentionOptions): ReturnType<typeof repeat> {
  const ended = new AbortController();
  const work = async () => {
    let deleted = days === 0 ? 0 : 1;
    while (deleted > 0 && !ended.signal.aborted) deleted = await deleteOldMessages(db, { days });
  };
  const onError = (err: unknown) => log.warn({ err }, "deleting expired messages failed; retrying");
  const repeated = repeat(work, { everyMs, onError });
  return {
    stop: () => {
      ended.abort();
      return repeated.stop();
    },
  };
}

/** PORTICO_MESSAGE_DAYS. @throws RangeError that names it. */
export function readMessageDays(env: NodeJS.ProcessEnv): number {
  const text = env["PORTICO_MESSAGE_DAYS"]?.trim() ?? "";
  if (text === "") return DEFAULT_MESSAGE_DAYS;
  if (!/^\d{1,5}$/.test(text))
    throw new RangeError("PORTICO_MESSAGE_DAYS must be a whole number of days; 0 disables deletion");
  return Number(text);
}
