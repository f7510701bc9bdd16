import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { ALWAYS, SPAN_BITS } from "../chains/feeRecipients.ts";
import { fromBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { lockChain } from "../distribution/lockChain.ts";
import { selectOwnerRows } from "../distribution/selectOwnerRows.ts";
import { deleteLegs } from "./deleteOwners.ts";

/** SQL: whether an owner has an account, or has signed in. */
export const isUser = (owner: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  exists (select 1 from account a where substring(a.owner for 20) = ${owner})
    or exists (select 1 from consent c where substring(c.account for 20) = ${owner})
    or exists (select 1 from profile p where substring(p.address for 20) = ${owner})
)`;

/**
 * Owners whose history was collected for a chain that is indexed in full from a later block, and that nobody requested for
 * so many days, oldest first: not those that an operator added, and not those with an account or a sign-in. A range of
 * owner_history_by_request.
 */
export async function listUnrequestedHistories(
  db: Store,
  { chain, days, limit }: { chain: string; days: number; limit: number },
): Promise<Address[]> {
  const isOld = sql`
    chain = ${chain} and requested_at < now() - make_interval(days => ${days}::integer) and not exists (
      select 1 from followed_owner f where f.chain = owner_history.chain and f.owner = owner_history.owner and is_permanent
    )`;
  const history = await selectOwnerRows(db, "owner_history", ["owner", "chain", "requested_at"], isOld);
  const followed = await selectOwnerRows(db, "followed_owner", ["owner", "chain", "is_permanent"], sql`is_permanent`);
  const { rows } = await sql<{ owner: Bytea }>`
    select owner from ${history} h
    where chain = ${chain} and requested_at < now() - make_interval(days => ${days})
      and exists (select 1 from chain_state s where s.chain = ${chain} and index_mode = 'full')
      and not exists (select 1 from ${followed} f where f.chain = h.chain and f.owner = h.owner and is_permanent)
      and not ${isUser(sql.ref("h.owner"))}
    order by requested_at limit ${limit}`.execute(db);
  return rows.map(({ owner }) => fromBytea(owner));
}

/** Rows of an owner that are older than the index's first block; `start` is its number. */
const EARLIER = {
  residual: sql`to_block < start`,
  token_log: sql`block_number < start`,
  approval: sql`changed_block < start`,
  nft_approval: sql`changed_block < start`,
  operator_approval: sql`changed_block < start`,
  touch: sql`last_block < start`,
  fee_recipient: sql`span <> ${sql.lit(ALWAYS)} and (span + 1) << ${sql.lit(SPAN_BITS)} <= start`,
  owner_history: sql`true`,
  followed_owner: sql`true`,
  sight: sql`true`,
} as const;

/**
 * Deletes the histories of owners on a chain that is indexed in full, and what is stored of them from before its first
 * block: their next request collects it again. Balances stay if the index has a change of them.
 */
export async function deleteHistories(db: Store, chain: string, owners: readonly Address[]): Promise<void> {
  const given = sql`any(${toByteaArray(owners)}::bytea[])`;
  const start = sql`(select start_block from chain_state where chain = ${chain})`;
  await inTransaction(db, async (tx) => {
    await lockChain(tx, chain, "update");
    const { rows } = await sql<{ mode: string }>`
      update chain_state set owners_version = owners_version + 1 where chain = ${chain}
      returning index_mode as mode`.execute(tx); // locks the chain: see lockCursor
    if (rows[0]?.mode !== "full") return;
    for (const [table, condition] of Object.entries(EARLIER)) {
      await sql`
        delete from ${sql.table(table)} t using (select ${start} as start) s
        where t.chain = ${chain} and t.owner = ${given} and ${condition}`.execute(tx);
    }
    await sql`delete from contract where chain = ${chain} and creator = ${given} and block_number < ${start}`.execute(
      tx,
    );
    await deleteLegs(tx, chain, sql`owner = ${given} and block_number < ${start}`);
    const moved = sql`select distinct owner, token, token_id from leg where owner = ${given} and chain = ${chain}`;
    await sql`
      with moved as materialized (${moved})
      delete from nft_balance n where n.chain = ${chain} and n.owner = ${given} and not exists (
        select 1 from moved m where m.owner = n.owner and m.token = n.contract and m.token_id = n.token_id
      )`.execute(tx);
    await sql`
      with moved as materialized (${moved}), waiting as materialized (
        select owner, token from stale_balance where chain = ${chain} and owner = ${given}
      )
      delete from balance b where b.chain = ${chain} and b.owner = ${given} and not exists (
        select 1 from moved m where m.owner = b.owner and m.token = b.token
      ) and not exists (
        select 1 from residual r where r.owner = b.owner and r.chain = ${chain} and r.token = b.token
      ) and not exists (
        select 1 from waiting s where s.owner = b.owner and s.token = b.token
      )`.execute(tx);
  });
}
