import { useInfiniteQuery } from "@tanstack/react-query";
import { againMs, readAnswer } from "../../api/explorerApi.ts";

export interface HistoryQuery {
  readonly address: string;
  readonly chain: string | undefined;
  readonly token: string | undefined;
}

const FRESH_MS = 60_000;
/** Loaded pages are read again to find what was collected after their end, if they aren't more. */
const MAX_PAGES_AGAIN = 5;

/** The pages of a history, newest first. A single chain is read by the cheaper operation. */
export const useHistory = ({ address, chain, token }: HistoryQuery) =>
  useInfiniteQuery({
    queryKey: ["history", address, chain, token],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(
        chain === undefined ? "/v1/user/all_history_list" : "/v1/user/history_list",
        {
          params: {
            query: {
              id: address,
              ...(chain !== undefined && { chain_id: chain }),
              ...(token !== undefined && { token_id: token }),
              ...(pageParam !== undefined && { cursor: pageParam }),
            },
          },
        },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data: [page] }) => page?.next_cursor ?? undefined,
    staleTime: FRESH_MS,
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? [];
      const isAtEnd = pages.at(-1)?.data[0]?.next_cursor == null;
      const isRead = pages.length < 2 || (isAtEnd && pages.length <= MAX_PAGES_AGAIN);
      return isRead ? (againMs(pages[0]?.meta, state.dataUpdateCount) ?? false) : false;
    },
    refetchOnWindowFocus: false, // it would refetch every loaded page
  });
