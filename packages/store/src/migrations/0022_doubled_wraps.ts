import { sql } from "kysely";
import type { Kysely } from "kysely";

/** Wrapped coins that emit a Transfer and a Deposit for a wrap, a Transfer and a Withdrawal for an unwrap. */
const COINS = [
  ["scrl", "5300000000000000000000000000000000000004"],
  ["bera", "6969696969696969696969696969696969696969"],
] as const;

/**
 * An earlier version took both logs for movements, so that history and curves had each wrap twice; balances were right.
 * Of each run of such legs in successive logs, every second one is deleted. Legs of one log per wrap, as stored since,
 * are two logs apart and remain; so do both legs of an unwrap whose receiver emitted logs between the two. Reads all
 * legs once, and only if such a chain is indexed.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [chain, token] of COINS) {
    const { rows } = await sql`select from chain_state where chain = ${chain}`.execute(db);
    if (rows.length > 0) await deleteDoubled(db, chain, token);
  }
}

/** The lowest 15 bits of a position are below the log index. */
const deleteDoubled = (db: Kysely<never>, chain: string, token: string) =>
  sql`
    with wrap as (
      select owner, block_number, position, is_inbound, tx_hash, raw_amount,
        (position >> 15) - row_number() over (
          partition by owner, block_number, tx_hash, is_inbound, raw_amount order by position
        ) as run
      from leg where chain = ${chain} and token = decode(${token}, 'hex') and kind = 0
        and counterparty = decode(repeat('00', 20), 'hex')
    ), numbered as (
      select *, row_number() over (
        partition by owner, block_number, tx_hash, is_inbound, raw_amount, run order by position
      ) as nth
      from wrap
    )
    delete from leg using numbered n
    where n.nth % 2 = 0 and leg.owner = n.owner and leg.chain = ${chain} and leg.block_number = n.block_number
      and leg.position = n.position and leg.is_inbound = n.is_inbound`.execute(db);
