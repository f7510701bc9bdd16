import { portico } from "./portico.ts";

/** Page after page, newest first. */
export function History({ address }: { readonly address: string }) {
  const { data, hasNextPage, fetchNextPage, isFetching } = portico.usePages("/v1/user/all_history_list", {
    params: { query: { id: address, page_count: 5 } },
  });
  const transactions = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section>
      <h2>History</h2>
      <ol>
        {transactions.map(({ id, chain, time_at: timeAt }) => (
          <li key={`${chain} ${id}`}>
            <time dateTime={new Date(timeAt * 1000).toISOString()}>{new Date(timeAt * 1000).toLocaleString("en")}</time>{" "}
            on {chain}
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <button type="button" disabled={isFetching} onClick={() => void fetchNextPage()}>
          More
        </button>
      )}
    </section>
  );
}
