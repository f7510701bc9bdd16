import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { toByteaArray } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { isDistributed } from "../distribution/isDistributed.ts";
import { selectOwnerRows } from "../distribution/selectOwnerRows.ts";
import { TABLE_PLACEMENTS } from "../distribution/tablePlacements.ts";
import type { Database } from "../database/schema.ts";
import { LegKind } from "../history/position.ts";

/** Tables whose rows belong to an owner on a chain, apart from legs. */
const OWNER_TABLES = [
  "owner_history",
  "balance",
  "stale_balance",
  "residual",
  "token_log",
  "nft_balance",
  "stale_nft",
  "approval",
  "nft_approval",
  "operator_approval",
  "touch",
  "position_read",
  "position_point",
  "fee_recipient",
  "sight",
] as const satisfies readonly (keyof Database)[];

/** Deletes what is stored of owners on a chain. Call it in a transaction that holds the chain (`lockCursor`). */
export async function deleteOwners(tx: Store, chain: string, owners: readonly Address[]): Promise<void> {
  if (owners.length === 0) return;
  await deleteWhere(tx, chain, (owner) => sql`${owner} = any(${toByteaArray(owners)}::bytea[])`);
}

/** Deletes what is stored on a chain of all owners that aren't followed there. */
export async function deleteUnfollowedOwners(tx: Store, chain: string): Promise<void> {
  const isFollowed = sql`chain = ${chain}`;
  const followed = await selectOwnerRows(tx, "followed_owner", ["owner", "chain"], isFollowed);
  await deleteWhere(tx, chain, (owner, table) => {
    const source = TABLE_PLACEMENTS[table] === "owner" ? sql`followed_owner` : followed;
    return sql`not exists (select 1 from ${source} f where f.chain = ${chain} and f.owner = ${owner})`;
  });
}

async function deleteWhere(
  tx: Store,
  chain: string,
  matches: (owner: RawBuilder<unknown>, table: keyof typeof TABLE_PLACEMENTS) => RawBuilder<unknown>,
): Promise<void> {
  for (const table of OWNER_TABLES) {
    await sql`delete from ${sql.table(table)} where chain = ${chain} and ${matches(sql.ref(`${table}.owner`), table)}`.execute(
      tx,
    );
  }
  await sql`delete from contract where chain = ${chain} and ${matches(sql.ref("contract.creator"), "contract")}`.execute(
    tx,
  );
  await deleteLegs(tx, chain, matches(sql.ref("leg.owner"), "leg"));
}

/** Deletes legs, and transactions and sales of which no leg is left. @param condition - Of rows of `leg`. */
export async function deleteLegs(tx: Store, chain: string, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    create temp table deleted_transaction (block_number bigint, tx_hash bytea) on commit drop`.execute(tx);
  if (await isDistributed(tx)) await deleteFromShards(tx, chain, condition);
  else await deleteFromOne(tx, chain, condition);
  for (const [table, hash] of [
    ["transaction", "hash"],
    ["nft_sale", "tx_hash"],
  ] as const) {
    await sql`
      delete from ${sql.table(table)} t using deleted_transaction d
      where t.chain = ${chain} and t.block_number = d.block_number and t.${sql.ref(hash)} = d.tx_hash`.execute(tx);
  }
  await sql`drop table deleted_transaction`.execute(tx);
}

async function deleteFromOne(tx: Store, chain: string, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    with deleted as (
      delete from leg where chain = ${chain} and kind <> ${LegKind.moved} and ${condition}
      returning block_number, tx_hash
    )
    insert into deleted_transaction select distinct block_number, tx_hash from deleted where tx_hash <> ''`.execute(tx);
  await sql`
    delete from deleted_transaction d where exists (
      select 1 from leg l where l.chain = ${chain} and l.block_number = d.block_number and l.tx_hash = d.tx_hash
        and kind <> ${LegKind.moved}
    )`.execute(tx);
}

/** The same in statements of which each is about the shards, or about the coordinator's table. */
async function deleteFromShards(tx: Store, chain: string, condition: RawBuilder<unknown>): Promise<void> {
  const isOfThem = sql`chain = ${chain} and kind <> ${LegKind.moved}`;
  await sql`
    insert into deleted_transaction
    select distinct block_number, tx_hash from leg where ${isOfThem} and ${condition} and tx_hash <> ''`.execute(tx);
  await sql`delete from leg where ${isOfThem} and ${condition}`.execute(tx);
  await sql`
    delete from deleted_transaction d using (
      select distinct block_number, tx_hash from leg
      where ${isOfThem} and block_number in (select block_number from deleted_transaction) offset 0
    ) l where l.block_number = d.block_number and l.tx_hash = d.tx_hash`.execute(tx);
}
