import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { LegKind } from "../history/position.ts";

/** Most of an owner's contracts occur in its newest legs; others are searched in all of them. */
const NEWEST = 200;

/**
 * Selects each `owner, token, token_id` that legs of these kinds name after a block, and none up to it. Legs after the
 * block by leg_by_block, earlier ones by ranges of leg's primary key, a short one per owner; all of an owner's legs are
 * read only if it may be new to something, and once.
 */
export function selectUnnamed(chain: string, block: bigint, kinds: readonly LegKind[]): RawBuilder<unknown> {
  const isOfKind = sql`kind in (${sql.join(kinds)})`;
  return sql`
    with changed as materialized (
      select distinct owner, token, token_id from leg where chain = ${chain} and block_number > ${block} and ${isOfKind}
    ), new as materialized (
      select * from changed except
      select o.owner, token, token_id from (select distinct owner from changed) o cross join lateral (
        select token, token_id, kind from leg
        where owner = o.owner and chain = ${chain} and block_number <= ${block}
        order by block_number desc limit ${NEWEST}
      ) newest
      where ${isOfKind}
    )
    select * from new except
    select o.owner, token, token_id from (select distinct owner from new) o cross join lateral (
      select distinct token, token_id from leg
      where owner = o.owner and chain = ${chain} and block_number <= ${block} and ${isOfKind}
      offset 0
    ) former`;
}
