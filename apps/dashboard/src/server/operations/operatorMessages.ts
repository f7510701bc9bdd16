import type { OperatorMessage } from "@portico/contract";
import { listMessageBatches, type MessageBatch } from "@portico/store";
import type { Operation } from "../deps.ts";
import { toSeconds } from "../ownerResponse.ts";

/** GET /dashboard/operator/messages */
export const getDashboardOperatorMessages: Operation<"getDashboardOperatorMessages"> = async (
  { query, reply },
  { db },
) => {
  const { batches, total } = await listMessageBatches(db, query);
  return reply(200, { message_list: batches.map(toBatchResponse), total_count: total });
};

const toBatchResponse = (batch: MessageBatch): OperatorMessage => ({
  id: batch.id,
  kind: batch.kind,
  account_id: batch.accountId,
  key_id: batch.keyId,
  text: batch.text,
  url: batch.url,
  recipients: batch.recipients,
  delivered_count: batch.deliveredCount,
  read_count: batch.readCount,
  blocked_count: batch.blockedCount,
  webhook_state: batch.webhook.state,
  webhook_error: batch.webhook.lastError,
  created_at: toSeconds(batch.createdAt),
});
