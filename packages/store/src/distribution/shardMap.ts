import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import { toBytea } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import { hashOwner } from "./hashOwner.ts";
import { TABLE_PLACEMENTS } from "./tablePlacements.ts";
import type { DistributedTable } from "./tablePlacements.ts";

/** The part of the owners' tables that has some of the owners, on one node. */
export interface Shard {
  /** Of its part of FIRST_TABLE, in Citus' metadata. */
  readonly id: string;
  /** Of the node, in Citus' metadata: 0 is the coordinator. */
  readonly group: number;
  /** Its number among the shards of its node, from 0. */
  readonly nth: number;
  /** The tables of its node, by the name of the distributed or reference table that they are parts of; SQL. */
  readonly tables: ReadonlyMap<DistributedTable, string>;
}

/** Which shard has an owner. */
export interface ShardMap {
  readonly shardOf: (owner: Address) => Shard | undefined;
}

interface Range extends Shard {
  readonly first: number;
  readonly last: number;
  readonly tables: Map<DistributedTable, string>;
}

interface Row {
  table: DistributedTable;
  relation: string;
  id: string;
  /** Hashes of its owners, inclusive; null: of all. */
  first: number | null;
  last: number | null;
  group: number;
}

/** The table that has a part in every shard. */
const FIRST_TABLE = "balance";

/**
 * Reads it from the metadata of a coordinator.
 * @throws Error if an owner's shard is not the one that the coordinator says.
 */
export async function readShardMap(db: Store): Promise<ShardMap> {
  const { rows } = await sql<Row>`
    select c.relname as table, shard_name(s.logicalrelid, s.shardid) as relation, s.shardid::text as id,
      s.shardminvalue::integer as first, s.shardmaxvalue::integer as last, p.groupid as "group"
    from pg_dist_shard s join pg_class c on c.oid = s.logicalrelid join pg_dist_placement p on p.shardid = s.shardid
    where c.relnamespace = current_schema()::regnamespace and c.relname = any(${Object.keys(TABLE_PLACEMENTS)})
    order by c.relname <> ${FIRST_TABLE}, s.shardminvalue::integer`.execute(db);
  const ranges = toRanges(rows);
  const map: ShardMap = { shardOf: (owner) => findRange(ranges, hashOwner(owner)) };
  await assertSame(db, map);
  return map;
}

function toRanges(rows: readonly Row[]): Range[] {
  const ranges: Range[] = [];
  const byFirst = new Map<number, Range>();
  for (const { table, relation, id, first, last, group } of rows) {
    if (first === null || last === null) continue;
    const known = byFirst.get(first);
    if (table === FIRST_TABLE) {
      const nth = ranges.filter((other) => other.group === group).length;
      const range = { id, group, nth, first, last, tables: new Map([[table, relation]]) };
      ranges.push(range);
      byFirst.set(first, range);
    } else if (known?.last === last && known.group === group) known.tables.set(table, relation);
  }
  for (const { table, relation, first, group } of rows) {
    if (first === null) for (const range of ranges) if (range.group === group) range.tables.set(table, relation);
  }
  return ranges;
}

/** @param ranges - In order. */
function findRange(ranges: readonly Range[], hash: number): Range | undefined {
  let [from, to] = [0, ranges.length - 1];
  while (from < to) {
    const middle = (from + to + 1) >> 1;
    if (ranges[middle]!.first <= hash) from = middle;
    else to = middle - 1;
  }
  const range = ranges[from];
  return range !== undefined && range.first <= hash && hash <= range.last ? range : undefined;
}

/** Owners whose hashes are known to differ. */
const SAMPLES: readonly Address[] = ["00", "5c", "a9", "ff"].map((byte): Address => `0x${byte.repeat(20)}`);

/** The hash is computed here, and another server's may differ: of big-endian words, or of a later version. */
async function assertSame(db: Store, map: ShardMap): Promise<void> {
  for (const owner of SAMPLES) {
    const { rows } = await sql<{ id: string }>`
      select get_shard_id_for_distribution_column(${FIRST_TABLE}::regclass, ${toBytea(owner)}::bytea)::text as id`.execute(
      db,
    );
    if (rows[0]?.id !== map.shardOf(owner)?.id) {
      throw new Error(
        `The shard of ${owner} is ${rows[0]?.id}, and not the one of its hash, ${map.shardOf(owner)?.id}`,
      );
    }
  }
}
