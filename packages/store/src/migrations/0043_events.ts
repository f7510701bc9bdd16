import { sql } from "kysely";
import type { Kysely } from "kysely";

/** Owners' activity as numbered events, subscriptions to them, and what is still to be delivered. */
export async function up(db: Kysely<never>): Promise<void> {
  await createEvents(db);
  await sql`
    create table subscription (
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      former_until timestamptz,
      is_paused boolean not null default false,
      id text primary key,
      account_id text references account,
      key_id text not null references access_key,
      holder text generated always as (coalesce(account_id, key_id)) stored not null,
      name text not null,
      url text not null,
      secret text not null,
      former_secret text,
      chains text[] not null,
      kinds text[] not null
    )`.execute(db);
  await sql`create index subscription_by_holder on subscription (holder, created_at)`.execute(db);
  await sql`
    create table subscription_lane (
      sent_number bigint not null,
      done_number bigint not null,
      pending_number bigint not null,
      queued_number bigint not null,
      due_at timestamptz not null default now(),
      attempts integer not null default 0,
      subscription_id text not null references subscription on delete cascade,
      chain text not null,
      owner bytea not null check (octet_length(owner) = 20),
      last_error text,
      primary key (subscription_id, chain, owner)
    ) with (fillfactor = 80)`.execute(db); // every delivery updates a row: room for HOT updates
  await sql`create index subscription_lane_by_owner on subscription_lane (chain, owner)`.execute(db);
  await sql`
    create index subscription_lane_unqueued on subscription_lane (subscription_id)
    where queued_number < pending_number`.execute(db);
  await sql`
    create table dead_letter (
      number bigint not null,
      previous_number bigint not null,
      created_at timestamptz not null default now(),
      requested_at timestamptz,
      attempts integer not null,
      subscription_id text not null references subscription on delete cascade,
      chain text not null,
      owner bytea not null check (octet_length(owner) = 20),
      last_error text not null,
      primary key (subscription_id, chain, owner, number)
    )`.execute(db);
  await sql`create index dead_letter_by_event on dead_letter (chain, owner, number)`.execute(db);
  await sql`create index dead_letter_requested on dead_letter (requested_at) where requested_at is not null`.execute(
    db,
  );
  await sql`create index dead_letter_by_age on dead_letter (created_at)`.execute(db);
}

async function createEvents(db: Kysely<never>): Promise<void> {
  await sql`
    create table event_cursor (
      block_number bigint not null,
      chain text primary key
    )`.execute(db);
  await sql`
    create table event_stream (
      last_number bigint not null default 0,
      since_block bigint,
      requested_at timestamptz not null default now(),
      is_open boolean not null default true,
      chain text not null,
      owner bytea not null check (octet_length(owner) = 20),
      primary key (chain, owner)
    ) with (fillfactor = 80)`.execute(db);
  await sql`create index event_stream_open on event_stream (chain, owner) where is_open`.execute(db);
  await sql`
    create table owner_event (
      number bigint not null,
      block_number bigint not null,
      time_at bigint not null,
      created_at timestamptz not null default now(),
      reverts bigint,
      tx_index integer,
      movement_count integer not null,
      is_reverted boolean not null default false,
      is_success boolean,
      chain text not null,
      owner bytea not null check (octet_length(owner) = 20),
      block_hash bytea not null,
      tx_hash bytea not null,
      sender bytea,
      recipient bytea,
      kinds text[] not null,
      movements jsonb not null,
      primary key (chain, owner, number)
    )`.execute(db);
  await sql`create index owner_event_by_block on owner_event (chain, block_number)`.execute(db);
  await sql`create index owner_event_by_age on owner_event (created_at)`.execute(db);
}
