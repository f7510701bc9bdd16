import { sql } from "kysely";
import { toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";

/** A contract's report that the metadata of some of its NFTs changed. */
export type NftRefresh = {
  contract: Address;
  /** Inclusive ranges of ids. */
  ranges: { first: bigint; last: bigint }[];
  /** Of the newest block with such a report, unix seconds. */
  timeAt: number;
};

/** Of one range of a contract; the others stay as they are. */
const MAX_NFTS = 10_000;

/**
 * Queues the stored NFTs of these ranges to be fetched again, unless their metadata was fetched an hour after the report
 * or later. Each is fetched at most once an hour, however often its contract reports a change; until then the old
 * metadata stays. By primary key.
 */
export async function refreshNfts(db: Store, chain: string, refreshes: readonly NftRefresh[]): Promise<void> {
  const rows = refreshes.flatMap(({ contract, ranges, timeAt }) =>
    ranges.map((range) => ({ ...range, contract, timeAt })),
  );
  if (rows.length === 0) return;
  await sql`
    with changed as materialized (
      select distinct contract, token_id from unnest(
        ${toByteaArray(rows.map(({ contract }) => contract))}::bytea[],
        ${toNumberArray(rows.map(({ first }) => first))}::numeric[],
        ${toNumberArray(rows.map(({ last }) => last))}::numeric[],
        ${toNumberArray(rows.map(({ timeAt }) => timeAt))}::bigint[]
      ) as g(contract, first_id, last_id, time_at)
      cross join lateral (
        select token_id, fetched_at, next_attempt_at from nft n
        where n.chain = ${chain} and n.contract = g.contract and n.token_id between g.first_id and g.last_id
        order by token_id limit ${MAX_NFTS}
      ) n
      where coalesce(fetched_at < to_timestamp(g.time_at) + ${INTERVAL}::interval, next_attempt_at > now())
    )
    update nft n set
      attempts = case when n.fetched_at is null then n.attempts else 0 end,
      refresh_at = case
        when n.fetched_at is null then now() + ${INTERVAL}::interval -- it may be being fetched now
        when n.refresh_at is null then greatest(now(), n.fetched_at + ${INTERVAL}::interval)
        when n.refresh_at = n.next_attempt_at then n.refresh_at + interval '1 microsecond' -- after the current fetch
        else n.refresh_at
      end
    from changed c where n.chain = ${chain} and n.contract = c.contract and n.token_id = c.token_id`.execute(db);
}

const INTERVAL = "1 hour";
