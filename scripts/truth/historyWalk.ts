import { setTimeout as wait } from "node:timers/promises";
import { type PorticoClient, unwrap, type UserHistory } from "@portico/client";
import type { Address } from "viem";

export type Item = UserHistory["history_list"][number];

/** A query of history. */
export interface HistoryRequest {
  id: Address;
  chain?: string;
  chains?: readonly string[];
  token?: string;
  coin?: string;
  /** Page size. */
  count?: number;
  /** Until this past one. */
  block?: number;
}

/** An item with the dictionaries of its page. */
export interface Found {
  item: Item;
  tokens: UserHistory["token_dict"];
}

const AGAIN_MS = 500;
const AGAIN_LIMIT_MS = 300_000;

/** Requests pages until there are no more. `between` runs after each page. */
export async function walk(
  client: PorticoClient,
  query: HistoryRequest,
  by: "cursor" | "time",
  between: () => Promise<void> = async () => {},
): Promise<Found[][]> {
  const pages: Found[][] = [];
  let next: { cursor?: string; start_time?: number } = {};
  for (;;) {
    const page = await readPage(client, query, next);
    if (page.history_list.length > 0) {
      pages.push(page.history_list.map((item) => ({ item, tokens: page.token_dict })));
    }
    const last = page.history_list.at(-1);
    if (last === undefined || (by === "cursor" && page.next_cursor == null)) return pages;
    next = by === "cursor" ? { cursor: page.next_cursor as string } : { start_time: last.time_at };
    await between();
  }
}

async function readPage(
  client: PorticoClient,
  { id, chain, chains, token, coin, count, block }: HistoryRequest,
  next: { cursor?: string; start_time?: number },
): Promise<UserHistory> {
  const shared = {
    id,
    ...next,
    ...(count === undefined ? {} : { page_count: count }),
    ...(block === undefined ? {} : { block }),
    ...(token === undefined ? {} : { token_id: token }),
    ...(coin === undefined ? {} : { coin_id: coin }),
    ...(chains === undefined ? {} : { chain_ids: [...chains] }),
  };
  const endsAt = performance.now() + AGAIN_LIMIT_MS;
  for (;;) {
    const call =
      chain === undefined
        ? client.GET("/v1/user/all_history_list", { params: { query: shared } })
        : client.GET("/v1/user/history_list", { params: { query: { ...shared, chain_id: chain } } });
    const { error, meta } = await call;
    // a page without a chain that is read again has none of its transactions; by cursor it is refused
    const isReadAgain =
      error?.code === "upstream_error" || (next.cursor === undefined && meta.chains.some(({ isSyncing }) => isSyncing));
    if (isReadAgain && performance.now() < endsAt) await wait(AGAIN_MS);
    else return onlyPage(await unwrap(call));
  }
}

function onlyPage([page]: readonly UserHistory[]): UserHistory {
  if (page === undefined) throw new Error("History is an array of one");
  return page;
}
