import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { readHistoryPage } from "../../data/history/historyPage.ts";
import type { Operation } from "../../deps.ts";

/** GET /v1/user/all_history_list: the same as history_list. */
export const getUserAllHistoryList: Operation<"getUserAllHistoryList"> = async ({ query, reply }, deps) => {
  const { history, survey } = await readHistoryPage(deps, query);
  return reply(200, [history], chainsHeader(survey));
};
