import { sql } from "kysely";
import type { Kysely } from "kysely";

/**
 * Contracts that no protocol claimed are checked again later: their protocol may admit them by then. And which of several
 * claims counts. Constant defaults rewrite no table: all unclaimed contracts are due, and the indexer checks a few at a
 * time. Also since which block each event of protocols is in the index: those of protocols that were added later are
 * requested of the node.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table protocol_contract
      add column check_count smallint not null default 1,
      add column recheck_at bigint not null default 0,
      add column precedence integer not null default 0`.execute(db);
  await sql`
    create index protocol_contract_recheck on protocol_contract (chain, recheck_at) where identity = 'none'`.execute(
    db,
  );
  await sql`
    create table event_scan (
      chain text not null,
      topic bytea not null check (octet_length(topic) = 32),
      emitter bytea not null check (octet_length(emitter) in (0, 20)),
      from_block bigint not null,
      primary key (chain, topic, emitter)
    )`.execute(db);
}
