import { PorticoError, type UserHistory } from "@portico/client";
import { type Answer, readAnswer } from "../../api/explorerApi.ts";
import { type HistorySearch, startOfDay } from "./historySearch.ts";

export interface HistoryRange extends Pick<HistorySearch, "token" | "from" | "until"> {
  readonly address: string;
  readonly chain: string | undefined;
}

/** A visitor has a number of reads a minute: then the reading waits, and goes on. */
const LIMITED = 429;
const LONGEST_WAIT_S = 120;

/** What the data API filters by. */
export function readPage(
  { address, chain, token, until }: HistoryRange,
  cursor: string | undefined,
  signal: AbortSignal,
) {
  return readAnswer(
    chain === undefined ? "/v1/user/all_history_list" : "/v1/user/history_list",
    {
      params: {
        query: {
          id: address,
          ...(chain !== undefined && { chain_id: chain }),
          ...(token !== undefined && { token_id: token }),
          ...(until !== undefined && { start_time: startOfDay(until, 1) }),
          ...(cursor !== undefined && { cursor }),
        },
      },
    },
    signal,
  );
}

/** The cursor of the page after; undefined if none of its transactions is in the range. */
export function nextCursor(page: UserHistory | undefined, from: string | undefined): string | undefined {
  const oldest = page?.history_list.at(-1)?.time_at ?? Infinity;
  const isOver = from !== undefined && oldest < startOfDay(from);
  return isOver ? undefined : (page?.next_cursor ?? undefined);
}

/** The pages of a range, newest first. Ends with the signal. @throws PorticoError */
export async function* readRange(
  range: HistoryRange,
  signal: AbortSignal,
): AsyncGenerator<Answer<readonly UserHistory[]>, void, undefined> {
  let cursor: string | undefined;
  do {
    const start: string | undefined = cursor;
    const answer = await waitAndRead(() => readPage(range, start, signal), signal);
    yield answer;
    cursor = nextCursor(answer.data[0], range.from);
  } while (cursor !== undefined && !signal.aborted);
}

async function waitAndRead<Data>(read: () => Promise<Data>, signal: AbortSignal): Promise<Data> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      const isLimited = error instanceof PorticoError && error.status === LIMITED;
      if (!isLimited || signal.aborted) throw error;
      const seconds = Number(error.response?.headers.get("retry-after") ?? 1);
      await pause(Math.min(LONGEST_WAIT_S, seconds || 1) * 1000, signal);
    }
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
