import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { readHistoryPage } from "../../data/history/historyPage.ts";
import type { Operation } from "../../deps.ts";

/** GET /v1/user/history_list: an array of exactly one. */
export const getUserHistoryList: Operation<"getUserHistoryList"> = async ({ query, reply }, deps) => {
  const { history, survey } = await readHistoryPage(deps, query);
  return reply(200, [history], chainsHeader(survey));
};
