import { sql } from "kysely";
import { toBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Hex } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import type { MessageBatchTable, MessageContent } from "./messageSchema.ts";
import { subjectToHex } from "../accounts/subject.ts";
import type { Subject } from "../accounts/subject.ts";

export type { MessageContent } from "./messageSchema.ts";
export type MessageKind = MessageBatchTable["kind"];

/** A key's own word for a sending, which makes its repetition harmless. */
export type IdempotencyKey = { keyId: string; idempotencyKey: string };

/** One message to accounts. */
export type NewMessageBatch = {
  id: string;
  kind: MessageKind;
  /** Null is the operator's own key. */
  accountId: string | null;
  keyId: string;
  content: MessageContent;
  /** Each once. */
  recipients: readonly Subject[];
  /** SHA-256 of what was asked. */
  requestHash: Hex;
  idempotencyKey: string | null;
  /** In ten-thousandths of a US dollar: kept, and nothing else. */
  maxOfferPrice: bigint;
  prepaymentAmount: bigint;
  /** How many recipients the webhook is told at a time; 0: there is none. */
  webhookChunk: number;
};

/** What was sent under an idempotency key. */
export type KnownSending = { id: string; recipients: number; requestHash: Hex };

/** How long an idempotency key stands for its sending. */
const IDEMPOTENT_FOR = sql`interval '24 hours'`;

/**
 * What was sent under a key's own word in the last 24 hours; a word that is older is free again. By
 * message_batch_key_id_idempotency_key_key.
 */
export async function findSending(db: Store, asked: IdempotencyKey): Promise<KnownSending | undefined> {
  const isAsked = sql`key_id = ${asked.keyId} and idempotency_key = ${asked.idempotencyKey}`;
  const { rows } = await sql<{ id: string; recipients: number; request_hash: string }>`
    with freed as (
      update message_batch set idempotency_key = null
      where ${isAsked} and created_at <= now() - ${IDEMPOTENT_FOR}
    )
    select id, recipients, encode(request_hash, 'hex') as request_hash
    from message_batch where ${isAsked} and created_at > now() - ${IDEMPOTENT_FOR}`.execute(db);
  const [row] = rows;
  return row && { id: row.id, recipients: row.recipients, requestHash: `0x${row.request_hash}` };
}

/**
 * Stores a sending in the inbox of everybody it goes to, however many: one statement, in which whoever blocks the sender is
 * left out.
 * @returns how many pieces the webhook is owed; undefined when the idempotency key was taken meanwhile: nothing is stored.
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
