import { sql } from "kysely";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { NEXT } from "../rebuild/nextIndex.ts";
import { hasSchema } from "../rebuild/schemaTables.ts";

/**
 * Partitions of the tables that grow most. The tables stay plain until a chain is to be partitioned; then the stored rows
 * become the default partition, `<table>_rest`, and ranges of the chain's later blocks get partitions of their own. A check
 * on the default partition says so, so that PostgreSQL needn't search it for rows of a new range. Only this file has such
 * statements.
 */
const TABLES = ["leg", "transaction"] as const;

/** For a lock that queries hold: the work is tried again later, instead of keeping new queries waiting. */
const LOCK_TIMEOUT_MS = 2_000;

const rest = (table: string): string => `${table}_rest`;
const check = (table: string, chain: string): string => `${table}_rest_${chain}`;
const partition = (table: string, chain: string, first: bigint): string => `${table}_${chain}_${first}`;

/** A partitioned range of a chain's blocks. */
interface KeptPartition {
  firstBlock: bigint;
  /** Exclusive. */
  endBlock: bigint;
}

/** The oldest partition of a chain; undefined if it has none. */
export async function findFirstPartition(db: Store, chain: string): Promise<KeptPartition | undefined> {
  const { rows } = await sql<{ first_block: bigint; end_block: bigint }>`
    select first_block, end_block from kept_partition where chain = ${chain} order by first_block limit 1`.execute(db);
  return rows[0] && { firstBlock: rows[0].first_block, endBlock: rows[0].end_block };
}

export async function hasPartitions(db: Store): Promise<boolean> {
  const { rows } = await sql`select from kept_partition limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Partitions a chain from a block on, unless it is, or an index is being rebuilt: `kept_partition` is of both indexes. Call
 * it while nothing indexes the chain. All rows are read once, beside the queries of others; what a process that was killed
 * left undone is done again.
 * @param firstBlock - After all that is stored of the chain.
 * @param size - Blocks of the first range.
 */
export async function partitionChain(
  db: Store,
  chain: string,
  { firstBlock, size }: { firstBlock: bigint; size: bigint },
): Promise<void> {
  if ((await findFirstPartition(db, chain)) !== undefined) return;
  await dropUnfinishedChecks(db, chain);
  if (await hasSchema(db, NEXT)) return;
  await inTransaction(db, async (tx) => {
    await lockPartitions(tx);
    for (const table of TABLES) await toPartitioned(tx, table);
    for (const table of TABLES)
      await sql`
        alter table ${sql.table(rest(table))} add constraint ${sql.ref(check(table, chain))}
          check (chain <> ${sql.lit(chain)} or block_number < ${sql.lit(firstBlock)}) not valid`.execute(tx);
  });
  for (const table of TABLES)
    await sql`alter table ${sql.table(rest(table))} validate constraint ${sql.ref(check(table, chain))}`.execute(db);
  await addPartitions(db, chain, { upTo: firstBlock, size, firstBlock });
}

/** Removes the checks of a chain without partitions: they would refuse its next rows. */
export async function dropUnfinishedChecks(db: Store, chain: string): Promise<void> {
  if ((await findFirstPartition(db, chain)) !== undefined) return;
  const { rows } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype = 'c' and conname = any(${TABLES.map((table) => check(table, chain))})
      and connamespace = current_schema()::regnamespace`.execute(db);
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint if exists ${sql.ref(name)}`.execute(db);
}

/**
 * Adds ranges to a partitioned chain, until there is one beyond a block.
 * @param options.firstBlock - Of the chain's first partition; undefined: it has some, or is not partitioned.
 * @param options.size - Blocks of a range; undefined: as many as the last one has.
 * @returns the first block without a partition; undefined if the chain is not partitioned.
 */
export async function addPartitions(
  db: Store,
  chain: string,
  { upTo, size, firstBlock }: { upTo: bigint; size: bigint | undefined; firstBlock?: bigint },
): Promise<bigint | undefined> {
  return await inTransaction(db, async (tx) => {
    await lockPartitions(tx);
    const { rows } = await sql<{ end_block: bigint; size: bigint }>`
      select end_block, end_block - first_block as size from kept_partition where chain = ${chain}
      order by first_block desc limit 1`.execute(tx);
    const step = size ?? rows[0]?.size ?? 1n;
    let end = rows[0]?.end_block ?? firstBlock;
    while (end !== undefined && end <= upTo + step) {
      const next = end + step;
      for (const table of TABLES)
        await sql`
          create table ${sql.table(partition(table, chain, end))} partition of ${sql.table(table)}
          for values from (${sql.lit(chain)}, ${sql.lit(end)}) to (${sql.lit(chain)}, ${sql.lit(next)})`.execute(tx);
      await sql`
        insert into kept_partition (chain, first_block, end_block) values (${chain}, ${end}, ${next})`.execute(tx);
      end = next;
    }
    return end;
  });
}

/** Drops a chain's oldest partition. @param tx - Which has locked the chain. */
export async function dropPartition(tx: Store, chain: string, { firstBlock }: KeptPartition): Promise<void> {
  await lockPartitions(tx);
  for (const table of TABLES) {
    const name = sql.table(partition(table, chain, firstBlock));
    await sql`alter table ${sql.table(table)} detach partition ${name}`.execute(tx);
    await sql`drop table ${name}`.execute(tx);
  }
  await sql`delete from kept_partition where chain = ${chain} and first_block = ${firstBlock}`.execute(tx);
}

async function lockPartitions(tx: Store): Promise<void> {
  await sql`set local lock_timeout = ${sql.raw(String(LOCK_TIMEOUT_MS))}`.execute(tx);
  await sql`lock table kept_partition in share row exclusive mode`.execute(tx);
}

/** Makes a plain table the default partition of a partitioned one, with the same checks, indexes and privileges. */
async function toPartitioned(tx: Store, table: string): Promise<void> {
  const { rows: plain } = await sql`
    select from pg_class where oid = ${table}::regclass and relkind = 'r'`.execute(tx);
  if (plain.length === 0) return;
  const [whole, stored] = [sql.table(table), sql.table(rest(table))];
  const { rows: indexes } = await sql<{ name: string; definition: string; key: string | null }>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition, pg_get_constraintdef(k.oid) as key
    from pg_index i join pg_class c on c.oid = i.indexrelid left join pg_constraint k on k.conindid = c.oid and contype = 'p'
    where i.indrelid = ${table}::regclass order by c.relname`.execute(tx);
  await sql`alter table ${whole} rename to ${stored}`.execute(tx);
  for (const { name } of indexes)
    await sql`alter index ${sql.table(name)} rename to ${sql.table(rest(name))}`.execute(tx);
  await sql`
    create table ${whole} (like ${stored} including defaults including constraints including storage)
    partition by range (chain, block_number)`.execute(tx);
  for (const { name, definition, key } of indexes)
    await (
      key === null ? sql.raw(definition) : sql`alter table ${whole} add constraint ${sql.ref(name)} ${sql.raw(key)}`
    ).execute(tx);
  await sql`alter table ${whole} attach partition ${stored} default`.execute(tx);
  const { rows: grants } = await sql<{ privilege: string; grantee: string }>`
    select privilege_type as privilege, case when grantee = 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end as grantee
    from pg_class c cross join lateral aclexplode(c.relacl) where c.oid = ${rest(table)}::regclass`.execute(tx);
  for (const { privilege, grantee } of grants)
    await sql`grant ${sql.raw(privilege)} on ${whole} to ${sql.raw(grantee)}`.execute(tx);
}
