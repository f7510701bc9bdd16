import { readPastDay } from "../../data/past/readPastDay.ts";
import type { Operation } from "../../deps.ts";
import { getUserProtocol } from "./getUserProtocol.ts";

/** GET /v1/user/history_protocol: like protocol, also by day. */
export const getUserHistoryProtocol: Operation<"getUserHistoryProtocol"> = async ({ query, ...call }, deps) => {
  const { id, protocol_id } = query;
  const time_at = readPastDay(query);
  const asked = { id, protocol_id, ...(time_at !== undefined && { time_at }) };
  return await getUserProtocol({ ...call, operationId: "getUserProtocol", query: asked }, deps);
};
