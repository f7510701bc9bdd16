import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { Problem } from "./problem.ts";

const FRESH_MS = 15_000;
export const SESSION_KEY = ["get", "/dashboard/session"] as const;

/**
 * After any mutation, and what it did on success, all visible queries are refetched; an expired session leads to the
 * sign-in page.
 */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { queryKey }) => noticeEnd(error, queryKey[1]) }),
  mutationCache: new MutationCache({
    onError: (error) => noticeEnd(error),
    onSettled: (_data, error) => {
      if (error === null) void queryClient.invalidateQueries();
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (times, error) => times < 2 && isPassing(error),
      networkMode: "always", // without a connection it fails visibly instead of pausing
      refetchOnReconnect: true,
    },
    mutations: { networkMode: "always" },
  },
});

/** Whether a retry may succeed. */
const isPassing = (error: unknown): boolean => error instanceof Problem && (error.status === 0 || error.status >= 502);

function noticeEnd(error: unknown, path?: unknown): void {
  const isOver = error instanceof Problem && error.status === 401 && path !== SESSION_KEY[1];
  if (isOver) void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
}
