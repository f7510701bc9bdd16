import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import { DistributionError } from "./distributionError.ts";
import { isDistributed } from "./isDistributed.ts";
import { isPlacedTable, TABLE_PLACEMENTS } from "./tablePlacements.ts";
import type { TablePlacement } from "./tablePlacements.ts";

/** The owner table whose shards all others lie beside. */
export const FIRST = "balance";

/** A table, and where its rows belong. */
export interface TablePlace {
  name: string;
  placement: TablePlacement;
}

interface Place {
  name: string;
  kind: string;
  column: string | null;
  colocation: number | null;
  first: number | null;
}

/**
 * Tables of the schema that are not yet where their rows belong, those first that others need. The database has the
 * extension.
 * @throws DistributionError if one is distributed in another way.
 */
export async function listWaitingTables(db: Store): Promise<TablePlace[]> {
  const { rows } = await sql<Place>`
    select c.relname as name, p.colocationid as colocation, case
        when p.partmethod = 'h' then 'distributed' when p.repmodel = 't' then 'reference' else 'local'
      end as kind, column_to_column_name(c.oid, p.partkey) as column, (
        select colocationid from pg_dist_partition where logicalrelid = to_regclass(${FIRST})
      ) as first
    from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace`.execute(db);
  const places = new Map(rows.map((row) => [row.name, row]));
  return Object.entries(TABLE_PLACEMENTS)
    .map(([name, placement]) => ({ name, placement }))
    .filter(({ name, placement }) => {
      const place = places.get(name);
      return place !== undefined && isPlacedTable(name) && !isPlaced(place, placement);
    })
    .toSorted((a, b) => turnOf(a) - turnOf(b));
}

/** Reference tables first, then FIRST. */
const turnOf = ({ name, placement }: TablePlace): number => (placement === "reference" ? 0 : name === FIRST ? 1 : 2);

function isPlaced(place: Place, placement: TablePlacement): boolean {
  const { name, kind, column, colocation, first } = place;
  if (kind === "local") return false;
  const isRight =
    placement === "owner" ? kind === "distributed" && column === "owner" && colocation === first : kind === placement;
  if (isRight) return true;
  throw new DistributionError(
    `The table ${name} is distributed in another way (${kind}${column === null ? "" : `, by ${column}`}). Undo it: select undistribute_table('${name}')`,
  );
}

/** @param shardCount - Of the first owner table; all others have as many. */
export async function placeTable(db: Store, { name, placement }: TablePlace, shardCount?: number): Promise<void> {
  if (placement === "reference") await sql`select create_reference_table(${name}::text)`.execute(db);
  else if (name === FIRST)
    await sql`
      select create_distributed_table(${name}::text, 'owner', colocate_with => 'none', shard_count => ${shardCount}::integer)`.execute(
      db,
    );
  else await sql`select create_distributed_table(${name}::text, 'owner', colocate_with => ${FIRST}::text)`.execute(db);
}

/** @throws DistributionError if the database was marked as distributed, and tables wait to be placed. */
export async function assertPlaced(db: Store): Promise<void> {
  const waiting = (await isDistributed(db)) ? await listWaitingTables(db) : [];
  if (waiting.length === 0) return;
  const count = waiting.length === 1 ? "1 table is" : `${waiting.length} tables are`;
  throw new DistributionError(
    `The database is distributed only in part: ${count} not placed, from ${waiting[0]!.name} on. Run pnpm portico distribute again: it goes on`,
  );
}
