import { sql } from "kysely";
import { toBytea } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import { CHAIN_SYNC_STATUS_COLUMNS, toChainSyncStatus } from "../chains/chainSyncStatus.ts";
import type { ChainSyncStatus, ChainStatusRow } from "../chains/chainSyncStatus.ts";
import type { Store } from "../database/database.ts";

export interface CloseQuery {
  chain: string;
  token: Address;
  /** The requested time, a multiple of MARK_SECONDS, unix seconds. */
  timeAt: number;
}

export interface CloseRead {
  /** Of every chain that was ever indexed. */
  syncStatuses: ChainSyncStatus[];
  /** USD at that time; undefined if points are not written up to it, and before the token's first. */
  usd: number | undefined;
}

type Row = ChainStatusRow & { usd: number | null };

/**
 * A token's price at a point time, and every chain's sync status, in one snapshot. A look-up in price_clock and one in
 * price_point.
 */
export async function readClose(db: Store, { chain, token, timeAt }: CloseQuery): Promise<CloseRead> {
  const { rows } = await sql<Row>`
    select ${sql.raw(CHAIN_SYNC_STATUS_COLUMNS)}, case when chain = ${chain} then (
      select p.usd from price_clock c cross join lateral (
        select usd from price_point
        where chain = ${chain} and token = ${toBytea(token)} and time_at <= ${timeAt}::bigint
        order by time_at desc limit 1
      ) p
      where c.chain = ${chain} and c.time_at >= ${timeAt}::bigint
    ) end as usd
    from chain_state order by chain`.execute(db);
  const usd = rows.find((row) => row.chain === chain)?.usd ?? undefined;
  return { syncStatuses: rows.map(toChainSyncStatus), usd };
}
