import { sql } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import type { MessageContent, MessageKind } from "./messages.ts";
import { byteaToSubject } from "../accounts/subject.ts";
import type { Subject } from "../accounts/subject.ts";

/** One chunk of a batch for the operator's webhook: `chunk` counts from 1. */
export type WebhookChunk = { batchId: string; chunk: number };

export type WebhookMessage = {
  kind: MessageKind;
  accountId: string | null;
  keyId: string;
  content: MessageContent;
  createdAt: Date;
  /** Of this chunk: those that don't block the sender. Stable across reads. */
  recipients: Subject[];
};

/** The webhook payload of one chunk of `size` recipients. By the primary key and message_by_batch. */
export async function findWebhookMessage(
  db: Store,
  { batchId, chunk }: WebhookChunk,
  size: number,
): Promise<WebhookMessage | undefined> {
  const { rows } = await sql<{
    kind: MessageKind;
    account_id: string | null;
    key_id: string;
    content: MessageContent;
    created_at: Date;
    recipients: Bytea[] | null;
  }>`
    select kind, account_id, key_id, content, created_at, (
      select array_agg(recipient::text order by recipient) from (
        select recipient from message where batch_id = ${batchId} and not is_blocked
        order by recipient offset ${(chunk - 1) * size} limit ${size}
      ) piece
    ) as recipients from message_batch where id = ${batchId}`.execute(db);
  const [row] = rows;
  return (
    row && {
      kind: row.kind,
      accountId: row.account_id,
      keyId: row.key_id,
      content: row.content,
      createdAt: row.created_at,
      recipients: (row.recipients ?? []).map(byteaToSubject),
    }
  );
}

/**
 * Records the result of an attempt.
 * @param error - Null if it succeeded.
 */
export async function noteWebhookAttempt(
  db: Store,
  { batchId, chunk }: WebhookChunk,
  { error, isLast }: { error: string | null; isLast: boolean },
): Promise<void> {
  const state = error === null ? "delivered" : isLast ? "failed" : "pending";
  await sql`
    update message_webhook
    set state = ${state}, attempts = attempts + 1, last_error = coalesce(${error}::text, last_error), updated_at = now()
    where batch_id = ${batchId} and chunk = ${chunk}`.execute(db);
}
