import { sql } from "kysely";
import type { Kysely } from "kysely";

/** Switches of protocols, and an index for the tokens of a deleted client. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table protocol_switch (
      id bigint generated always as identity primary key,
      switched_at timestamptz not null default now(),
      is_off boolean not null,
      protocol_id text not null,
      actor text not null,
      reason text
    )`.execute(db);
  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name using errcode = '55000';
    end $$`.execute(db);
  await sql`
    create trigger protocol_switch_append_only before update or delete or truncate on protocol_switch
    for each statement execute function refuse_change()`.execute(db);
  await sql`create index oauth_artifact_by_client on oauth_artifact (client_id) where client_id is not null`.execute(
    db,
  );
}
