import { createHash } from "node:crypto";
import type { Shard } from "./shardMap.ts";

/** A statement of one owner's rows, planned once per connection. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

const bound = new WeakMap<Shard, Map<string, NamedStatement>>();

/**
 * The same statement on the tables of a shard's node themselves: it is planned there like on one server, and once, while
 * through Citus each execution is planned on the coordinator and on the node. It fails with SHARD_MOVED if the node no longer has
 * the shard: for a while its former rows stay there.
 */
export function bindToShard(shard: Shard, { name, text }: NamedStatement): NamedStatement {
  const statements = bound.get(shard) ?? new Map<string, NamedStatement>();
  bound.set(shard, statements);
  const known = statements.get(name) ?? toNamed(`${name}-${shard.id}`, bindText(shard, text));
  statements.set(name, known);
  return known;
}

/** A connection has one statement of a name: another text of the shard, as when one more table is distributed, has another. */
const toNamed = (name: string, text: string): NamedStatement => ({
  name: `${name}-${createHash("sha256").update(text).digest("hex").slice(0, 8)}`,
  text,
});

/** The tables are not materialized: the planner sees them themselves. */
function bindText({ id, tables }: Shard, text: string): string {
  const named = [...tables]
    .filter(([table]) => new RegExp(`\\b${table}\\b`).test(text))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `
    with placed as materialized (
      select 1 / count(*) as one from pg_dist_placement
      where shardid = ${id} and groupid = (select groupid from pg_dist_local_group)
    )${named.map(([table, own]) => `, ${table} as not materialized (select * from ${own})`).join("")}
    select answer.* from (${text}) answer where (select one from placed) = 1`;
}

/** Division by zero, see above; or the table is gone. */
export const SHARD_MOVED: readonly string[] = ["22012", "42P01"];
