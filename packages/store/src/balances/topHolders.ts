import { fromBytea, toBytea } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import { CHAIN_SYNC_STATUS_COLUMNS, toChainSyncStatus } from "../chains/chainSyncStatus.ts";
import type { ChainSyncStatus, ChainStatusRow } from "../chains/chainSyncStatus.ts";
import { withClient } from "../database/database.ts";
import type { Store } from "../database/database.ts";

export type HolderQuery = {
  chain: string;
  token: Address;
  /** Number of holders to skip. */
  start: number;
  limit: number;
};

/** Base units, never zero. */
export type Holder = { owner: Address; rawAmount: bigint };

export type HolderRead = {
  /** Of every chain that was ever indexed. */
  syncStatuses: ChainSyncStatus[];
  holders: Holder[];
};

type Row = ChainStatusRow & { held: string | null };

/** The inner query, exported so that a test can inspect its plan: an index-only range of balance_by_amount. */
export const SELECT_HOLDERS = `
  select owner, raw_amount from balance where chain = $1 and token = $2 and raw_amount > 0
  order by raw_amount desc, owner offset $3 limit $4`;

const STATEMENT = {
  name: "portico-top-holders",
  text: `
    select ${CHAIN_SYNC_STATUS_COLUMNS}, case when chain = $1 then (
      select string_agg(owner::text || ' ' || raw_amount, ',' order by raw_amount desc, owner)
      from (${SELECT_HOLDERS}) holder
    ) end as held
    from chain_state order by chain`,
};

/**
 * Reads a token's holders by exact amount, largest first, equal ones by address, and every chain's sync status, in one
 * snapshot. It costs `start + limit` index entries, however many holders there are.
 */
export async function readTopHolders(db: Store, { chain, token, start, limit }: HolderQuery): Promise<HolderRead> {
  const values = [chain, toBytea(token), start, limit];
  const { rows } = await withClient(db, (client) => client.query<Row>({ ...STATEMENT, values }));
  return { syncStatuses: rows.map(toChainSyncStatus), holders: rows.flatMap(({ held }) => toHolders(held)) };
}

/** @param held - `\x…` and decimal digits per holder: `\xa0b8… 250500000,\xc02a… 7`. */
export const toHolders = (held: string | null): Holder[] =>
  (held === null ? [] : held.split(",")).map((holder) => {
    const space = holder.indexOf(" ");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a bytea as PostgreSQL writes it
    return { owner: fromBytea(holder.slice(0, space) as Bytea), rawAmount: BigInt(holder.slice(space + 1)) };
  });
