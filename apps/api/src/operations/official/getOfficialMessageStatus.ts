import { findMessageStatus } from "@portico/store";
import type { Operation } from "../../deps.ts";
import { invalidParams } from "../../errors.ts";

type Status = Operation<"getOfficialMessageStatus">;
type OfficialRequest = Omit<Parameters<Status>[0], "operationId" | "reply">;

/** GET /v1/official/message/status, and /official/message/status. */
export const getOfficialMessageStatus = async (
  { query: { id }, caller }: OfficialRequest,
  { primary }: Parameters<Status>[1],
) => {
  const status = await findMessageStatus(primary, { id, sender: caller.accountId ?? caller.keyId });
  if (status === undefined) throw invalidParams({ id: "is not a message that you sent" });
  const { webhook } = status;
  const body = {
    id: status.id,
    kind: status.kind,
    recipient_count: status.recipients,
    delivered_count: status.deliveredCount,
    blocked_count: status.blockedCount,
    read_count: status.readCount,
    webhook: {
      state: webhook.state,
      piece_count: webhook.chunks,
      delivered_piece_count: webhook.deliveredChunks,
      attempt_count: webhook.attempts,
    },
    create_at: Math.floor(status.createdAt.getTime() / 1000),
  };
  return { status: 200, body } as const;
};
