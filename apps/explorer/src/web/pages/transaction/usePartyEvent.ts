import { useMemo } from "react";
import { skipToken, useQuery } from "@tanstack/react-query";
import type { TransactionFacts } from "../../../facts.ts";
import { readAnswer } from "../../api/explorerApi.ts";
import { useChains } from "../../api/useChains.ts";
import { listEvents } from "../history/listEvents.ts";
import { useSpenderNames } from "../history/useSpenderNames.ts";

const NO_PAGES: never[] = [];

/** What a transaction did to one of those who took part, as that address's history has it. */
export function usePartyEvent(facts: TransactionFacts, party: string | undefined) {
  const { chain, id, time_at: timeAt } = facts;
  const query = useQuery({
    queryKey: ["party", chain, id, party],
    // a page never ends inside one second: it has all transactions of this one
    queryFn:
      party === undefined
        ? skipToken
        : ({ signal }) => {
            const only = { chain_id: chain, start_time: timeAt + 1, page_count: 1 };
            return readAnswer("/v1/user/history_list", { params: { query: { id: party, ...only } } }, signal);
          },
  });
  const pages = useMemo(() => (query.data === undefined ? NO_PAGES : [query.data]), [query.data]);
  const isApproval = pages.some(({ data }) =>
    data.some(({ history_list: list }) => list.some((item) => item.id === id && item.token_approve.length > 0)),
  );
  const names = useSpenderNames(party ?? "", isApproval ? pages : NO_PAGES);
  const chains = useChains();
  const event = useMemo(() => {
    if (party === undefined) return undefined;
    const reader = { owner: party, names, nameChain: (slug: string) => chains.get(slug)?.name ?? slug };
    const listed = pages.flatMap(({ data }) => data);
    return listEvents(listed, reader).find(({ item }) => item.id === id);
  }, [pages, party, names, chains, id]);
  return { query, event, page: query.data?.data[0] };
}
