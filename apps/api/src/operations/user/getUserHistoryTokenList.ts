import { chains } from "@portico/evm";
import { readPastDay } from "../../data/past/readPastDay.ts";
import type { Operation } from "../../deps.ts";
import { getUserAllTokenList } from "./getUserAllTokenList.ts";

/** GET /v1/user/history_token_list: like all_token_list, of one chain or all, also by day. */
export const getUserHistoryTokenList: Operation<"getUserHistoryTokenList"> = async ({ query, ...call }, deps) => {
  const { id, chain_id: chain = "", is_all } = query;
  const time_at = readPastDay(query);
  const chain_ids = chain === "" ? chains.map(({ slug }) => slug) : [chain];
  const asked = { id, is_all, chain_ids, ...(time_at !== undefined && { time_at }) };
  return await getUserAllTokenList({ ...call, operationId: "getUserAllTokenList", query: asked }, deps);
};
