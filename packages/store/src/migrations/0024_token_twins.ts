import { sql } from "kysely";
import type { Kysely } from "kysely";

/**
 * Pairs of contracts that keep one ledger: both log the movements that are made through the older one, and both report
 * the same balances. Source: docs.monerium.com, "Contracts V2" (the issuer's; EURe of version 1 and 2). Other pairs are
 * found and verified by the indexer.
 */
const KNOWN = [
  ["xdai", "cb444e90d8198415266c6a2724b7900fb12fc56e", "420ca0f9b9b604ce0fd9c18ef134c705e5fa3430"],
  ["matic", "18ec0a6e18e5bc3784fdd3a3634b31245ab704f6", "e0aea583266584dafbb3f9c3211d5588c73fea8d"],
  ["eth", "3231cb76718cdef2155fc47b5286d82e6eda273f", "39b8b6385416f4ca36a20319f70d28621895279d"],
] as const;

/**
 * `token` is left out of history and balances in favour of `twin`. `verified_block`: where the node reported equal
 * supplies and balances; null: never, unless `is_known`. `refused_sightings`: how many there were when they differed. Legs of an earlier version are marked like those of this one:
 * all legs are read once, and only if such a chain is indexed.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table token_twin (
      chain text not null,
      token bytea not null,
      twin bytea not null,
      is_known boolean not null default false,
      first_block bigint not null,
      sightings bigint not null,
      verified_block bigint,
      refused_sightings bigint,
      primary key (chain, token, twin)
    )`.execute(db);
  for (const [chain, token, twin] of KNOWN) {
    await sql`
      insert into token_twin (chain, token, twin, is_known, first_block, sightings)
      values (${chain}, decode(${token}, 'hex'), decode(${twin}, 'hex'), true, 0, 0)`.execute(db);
    const { rows } = await sql`select from chain_state where chain = ${chain}`.execute(db);
    if (rows.length > 0) await markLegs(db, chain, { token, twin });
  }
}

/** The lowest 15 bits of a position are below the log index. */
async function markLegs(db: Kysely<never>, chain: string, { token, twin }: { token: string; twin: string }) {
  await sql`
    update leg set position = leg.position + 2 from leg other
    where leg.chain = ${chain} and leg.token = decode(${token}, 'hex') and leg.kind = 0 and leg.position & 32767 = 0
      and other.owner = leg.owner and other.chain = leg.chain and other.block_number = leg.block_number
      and other.position >> 15 = (leg.position >> 15) - 1 and other.is_inbound = leg.is_inbound
      and other.token = decode(${twin}, 'hex') and other.kind = 0 and other.counterparty = leg.counterparty
      and other.raw_amount = leg.raw_amount`.execute(db);
  await sql`
    insert into stale_balance (chain, owner, token)
    select chain, owner, token from balance where chain = ${chain} and token = decode(${token}, 'hex')
    on conflict do nothing`.execute(db);
}
