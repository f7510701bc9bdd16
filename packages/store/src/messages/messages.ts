import { sql } from "kysely";
import { toBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Hex } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import type { MessageBatchTable, MessageContent } from "./messageSchema.ts";
import { subjectToHex } from "../accounts/subject.ts";
import type { Subject } from "../accounts/subject.ts";

export type { MessageContent } from "./messageSchema.ts";
export type MessageKind = MessageBatchTable["kind"];

/** A key's idempotency key of a batch, which makes a repeated request harmless. */
export type IdempotencyKey = { keyId: string; idempotencyKey: string };

/** One message to accounts. */
export type NewMessageBatch = {
  id: string;
  kind: MessageKind;
  /** Null: the operator's own key. */
  accountId: string | null;
  keyId: string;
  content: MessageContent;
  /** Distinct. */
  recipients: readonly Subject[];
  /** SHA-256 of the request. */
  requestHash: Hex;
  idempotencyKey: string | null;
  /** In ten-thousandths of a US dollar: stored only. */
  maxOfferPrice: bigint;
  prepaymentAmount: bigint;
  /** Number of recipients per webhook delivery; 0: there is no webhook. */
  webhookChunk: number;
};

/** The batch sent under an idempotency key. */
export type KnownSending = { id: string; recipients: number; requestHash: Hex };

/** Lifetime of an idempotency key. */
const IDEMPOTENT_FOR = sql`interval '24 hours'`;

/**
 * The batch sent under an idempotency key in the last 24 hours; older keys can be reused. By
 * message_batch_key_id_idempotency_key_key.
 */
export async function findSending(db: Store, key: IdempotencyKey): Promise<KnownSending | undefined> {
  const isSameKey = sql`key_id = ${key.keyId} and idempotency_key = ${key.idempotencyKey}`;
  const { rows } = await sql<{ id: string; recipients: number; request_hash: string }>`
    with freed as (
      update message_batch set idempotency_key = null
      where ${isSameKey} and created_at <= now() - ${IDEMPOTENT_FOR}
    )
    select id, recipients, encode(request_hash, 'hex') as request_hash
    from message_batch where ${isSameKey} and created_at > now() - ${IDEMPOTENT_FOR}`.execute(db);
  const [row] = rows;
  return row && { id: row.id, recipients: row.recipients, requestHash: `0x${row.request_hash}` };
}

/**
 * Stores a batch in the inboxes of all recipients with one statement; recipients who block the sender are left out.
 * @returns the number of webhook chunks to deliver; undefined if the idempotency key was taken meanwhile: nothing is
 * stored.
 */
export async function createMessageBatch(db: Store, batch: NewMessageBatch): Promise<{ chunks: number } | undefined> {
  const { rows } = await sql<{ is_new: boolean; chunks: number }>`
    with batch as (${insertBatch(batch)}), sent as (
      insert into message (recipient, batch_id, is_blocked)
      select recipient, batch.id, exists (
        select from message_block where message_block.recipient = named.recipient and message_block.sender = batch.sender
      )
      from batch, unnest(${toByteaArray(batch.recipients.map(subjectToHex))}::bytea[]) as named (recipient)
      returning is_blocked
    ), owed as (
      insert into message_webhook (batch_id, chunk)
      select id, chunk from batch, generate_series(1, ceil(
        (select count(*) from sent where not is_blocked) / nullif(${batch.webhookChunk}::float8, 0)
      )::integer) as chunk
      returning chunk
    )
    select exists (select from batch) as is_new, (select count(*) from owed)::integer as chunks`.execute(db);
  const [row] = rows;
  return row?.is_new === true ? { chunks: row.chunks } : undefined;
}

const insertBatch = (batch: NewMessageBatch) => sql`
  insert into message_batch (
    id, kind, account_id, key_id, content, recipients, request_hash, idempotency_key, max_offer_price, prepayment_amount
  ) values (
    ${batch.id}, ${batch.kind}, ${batch.accountId}, ${batch.keyId}, ${JSON.stringify(batch.content)}::jsonb,
    ${batch.recipients.length}, ${toBytea(batch.requestHash)}, ${batch.idempotencyKey}, ${batch.maxOfferPrice},
    ${batch.prepaymentAmount}
  ) on conflict (key_id, idempotency_key) do nothing
  returning id, sender`;
