import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Store } from "../database/database.ts";
import type { MessageContent, MessageKind } from "./messages.ts";

/** Progress of webhook deliveries of a batch: `none` if there are none. */
export type WebhookProgress = {
  state: "delivered" | "failed" | "none" | "pending";
  chunks: number;
  deliveredChunks: number;
  /** In total. */
  attempts: number;
  /** Of the last failed attempt; null if none failed. */
  lastError: string | null;
};

export type MessageStatus = {
  id: string;
  kind: MessageKind;
  accountId: string | null;
  keyId: string;
  /** Distinct addresses: those that received it, and those that block the sender. */
  recipients: number;
  deliveredCount: number;
  blockedCount: number;
  readCount: number;
  webhook: WebhookProgress;
  createdAt: Date;
};

/** A batch as the operator sees it. */
export type MessageBatch = MessageStatus & MessageContent;

/** Finds a batch of an account, or of a key without account. By the primary keys and message_by_batch. */
export async function findMessageStatus(
  db: Store,
  query: { id: string; sender: string },
): Promise<MessageStatus | undefined> {
  const [batch] = await selectBatches(db, sql`where id = ${query.id} and sender = ${query.sender}`);
  return batch && withoutContent(batch);
}

/** A page of all batches, newest first, and their total. By message_batch_by_age and message_by_batch. */
export async function listMessageBatches(
  db: Store,
  { start, limit }: { start: number; limit: number },
): Promise<{ batches: MessageBatch[]; total: number }> {
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total from message_batch`.execute(db);
  const page = sql`order by created_at desc, id desc offset ${start} limit ${limit}`;
  return { batches: await selectBatches(db, page), total: rows[0]?.total ?? 0 };
}

type BatchRow = {
  id: string;
  kind: MessageKind;
  account_id: string | null;
  key_id: string;
  content: MessageContent;
  recipients: number;
  created_at: Date;
  delivered: number;
  blocked: number;
  read: number;
  chunks: number;
  delivered_chunks: number;
  failed_chunks: number;
  attempts: number;
  last_error: string | null;
};

async function selectBatches(db: Store, which: RawBuilder<unknown>): Promise<MessageBatch[]> {
  const { rows } = await sql<BatchRow>`
    select batch.*, inbox.*, webhook.* from (
      select id, kind, account_id, key_id, content, recipients, created_at from message_batch ${which}
    ) batch cross join lateral (
      select count(*) filter (where not is_blocked)::integer as delivered,
        count(*) filter (where is_blocked)::integer as blocked, count(read_at)::integer as read
      from message where batch_id = batch.id
    ) inbox cross join lateral (
      select count(*)::integer as chunks, coalesce(sum(attempts), 0)::integer as attempts,
        count(*) filter (where state = 'delivered')::integer as delivered_chunks,
        count(*) filter (where state = 'failed')::integer as failed_chunks,
        (array_agg(last_error order by updated_at desc) filter (where last_error is not null))[1] as last_error
      from message_webhook where batch_id = batch.id
    ) webhook
    order by created_at desc, id desc`.execute(db);
  return rows.map(toBatch);
}

const toBatch = (row: BatchRow): MessageBatch => ({
  id: row.id,
  kind: row.kind,
  accountId: row.account_id,
  keyId: row.key_id,
  ...row.content,
  recipients: row.recipients,
  deliveredCount: row.delivered,
  blockedCount: row.blocked,
  readCount: row.read,
  webhook: {
    state: stateOf(row),
    chunks: row.chunks,
    deliveredChunks: row.delivered_chunks,
    attempts: row.attempts,
    lastError: row.last_error,
  },
  createdAt: row.created_at,
});

function stateOf({ chunks, delivered_chunks, failed_chunks }: BatchRow): WebhookProgress["state"] {
  if (chunks === 0) return "none";
  if (delivered_chunks === chunks) return "delivered";
  return delivered_chunks + failed_chunks === chunks ? "failed" : "pending";
}

function withoutContent({ text: _text, url: _url, ...status }: MessageBatch): MessageStatus {
  return status;
}
