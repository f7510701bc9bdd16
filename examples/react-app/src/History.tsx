import { Failure } from "./Failure.tsx";
import { portico } from "./portico.ts";

/** Page after page, newest first. */
export function History({ address }: { readonly address: string }) {
  const params = { query: { id: address, page_count: 5 } };
  const pages = portico.usePages("/v1/user/all_history_list", { params });
  const transactions = pages.data?.pages.flatMap(({ items }) => items) ?? [];
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
      {pages.error !== null && (
        <Failure error={pages.error} retry={pages.isFetchNextPageError ? pages.fetchNextPage : pages.refetch} />
      )}
      {pages.hasNextPage && (
        <button type="button" disabled={pages.isFetching} onClick={() => void pages.fetchNextPage()}>
          More
        </button>
      )}
    </section>
  );
}
