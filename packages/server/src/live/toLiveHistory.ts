import type { HistoryItem, UserHistory } from "@portico/contract";
import type { HistoryItem as LiveItem, UserHistory as LiveHistory } from "@portico/contract/live";

/** The one page of a history. */
export function toLiveHistory([page]: UserHistory[]): LiveHistory {
  if (page === undefined) throw new TypeError("A history must have exactly one page");
  return { ...page, history_list: page.history_list.map(toLiveItem) } as LiveHistory;
}

const toLiveItem = (item: HistoryItem): LiveItem => ({
  ...item,
  cate_id: item.cate_id === "" ? null : item.cate_id,
  project_id: item.project_id === "" ? null : item.project_id,
  token_approve: item.token_approve[0] ?? null,
});
