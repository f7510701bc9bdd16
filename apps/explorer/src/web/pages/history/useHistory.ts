import { useInfiniteQuery } from "@tanstack/react-query";
import { againMs } from "../../api/explorerApi.ts";
import { type HistoryRange, nextCursor, readPage } from "./readRange.ts";

const FRESH_MS = 60_000;
/** Loaded pages are read again to find what was collected after their end, if they aren't more. */
const MAX_PAGES_AGAIN = 5;

/** The pages of a history, newest first. A single chain is read by the cheaper operation. */
export const useHistory = (range: HistoryRange) => {
  const { address, chain, token, from, until } = range;
  return useInfiniteQuery({
    queryKey: ["history", address, chain, token, from, until],
    queryFn: ({ pageParam, signal }) => readPage(range, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data: [page] }) => nextCursor(page, from),
    staleTime: FRESH_MS,
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? [];
      const isAtEnd = pages.at(-1)?.data[0]?.next_cursor == null;
      const isRead = pages.length < 2 || (isAtEnd && pages.length <= MAX_PAGES_AGAIN);
      return isRead ? (againMs(pages[0]?.meta, state.dataUpdateCount) ?? false) : false;
    },
    refetchOnWindowFocus: false, // it would refetch every loaded page
  });
};
