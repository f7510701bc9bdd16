import { sql } from "kysely";
import type { Kysely } from "kysely";

/** Wrapped coins that emit a Transfer and a Deposit for a wrap, a Transfer and a Withdrawal for an unwrap. */
const COINS = [
  ["scrl", "5300000000000000000000000000000000000004"],
  ["bera", "6969696969696969696969696969696969696969"],
] as const;

/**
 * When accounts were read, so that accounts without code are read again after a while. And the transactions in which an
 * earlier version may have stored a wrap twice, with logs between the two: 0022 left them, because legs don't tell them
 * from two wraps of the same amount; the indexer reads their receipts. Reads all legs once, and only if such a chain is
 * indexed.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table account_code add column time_at bigint`.execute(db);
  await sql`
    create table wrap_repair (
      block_number bigint not null,
      chain text not null,
      tx_hash bytea not null check (octet_length(tx_hash) = 32),
      primary key (chain, block_number, tx_hash)
    )`.execute(db);
  for (const [chain, token] of COINS) {
    const { rows } = await sql`select from chain_state where chain = ${chain}`.execute(db);
    if (rows.length > 0) await queueRepairs(db, chain, token);
  }
}

const queueRepairs = (db: Kysely<never>, chain: string, token: string) =>
  sql`
    insert into wrap_repair (chain, block_number, tx_hash)
    select ${chain}, block_number, tx_hash from leg
    where chain = ${chain} and token = decode(${token}, 'hex') and kind = 0
      and counterparty = decode(repeat('00', 20), 'hex') and tx_hash <> ''
    group by owner, block_number, tx_hash, is_inbound, raw_amount having count(*) > 1
    on conflict do nothing`.execute(db);
