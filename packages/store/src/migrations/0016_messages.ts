import { sql } from "kysely";
import type { Kysely } from "kysely";

/** Messages of applications to addresses: batches, inboxes, blocked senders, and webhook deliveries. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table message_batch (
      max_offer_price bigint not null,
      prepayment_amount bigint not null,
      created_at timestamptz not null default now(),
      recipients integer not null check (recipients > 0),
      id text primary key,
      kind text not null check (kind in ('group_send', 'message_send')),
      account_id text references account,
      key_id text not null references access_key,
      sender text generated always as (coalesce(account_id, key_id)) stored not null,
      idempotency_key text,
      request_hash bytea not null check (octet_length(request_hash) = 32),
      content jsonb not null,
      unique (key_id, idempotency_key)
    )`.execute(db);
  await sql`create index message_batch_by_age on message_batch (created_at desc, id desc)`.execute(db);
  await createInbox(db);
  await sql`
    create table message_webhook (
      chunk integer not null,
      attempts integer not null default 0,
      updated_at timestamptz not null default now(),
      state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
      batch_id text not null references message_batch,
      last_error text,
      primary key (batch_id, chunk)
    )`.execute(db);
}

/** By recipient, like all data of owners: hence without foreign keys to other data. */
async function createInbox(db: Kysely<never>): Promise<void> {
  await sql`
    create table message (
      created_at timestamptz not null default now(),
      read_at timestamptz,
      is_blocked boolean not null,
      recipient bytea not null check (octet_length(recipient) = 20),
      batch_id text not null,
      primary key (recipient, batch_id)
    ) with (fillfactor = 80)`.execute(db); // marking as read updates a row: room for HOT updates
  await sql`create index message_by_age on message (recipient, created_at desc, batch_id desc) where not is_blocked`.execute(
    db,
  );
  await sql`create index message_by_batch on message (batch_id, recipient)`.execute(db);
  await sql`
    create table message_block (
      created_at timestamptz not null default now(),
      recipient bytea not null check (octet_length(recipient) = 20),
      sender text not null,
      primary key (recipient, sender)
    )`.execute(db);
}
