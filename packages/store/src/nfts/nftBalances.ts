import { sql } from "kysely";
import { toBooleanArray, toBytea, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { toNftKey, unnestOwned } from "./nftKeys.ts";
import type { NftKey, NftKeyRow } from "./nftKeys.ts";

export type NftBalanceRead = NftKey & { rawAmount: bigint };

/** Marks owners' NFTs as possibly changed, in amount or approval. Keys may repeat, and may be queued already. */
export async function markNftsStale(db: Store, chain: string, keys: readonly NftKey[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    insert into stale_nft (chain, owner, contract, token_id, is_erc1155)
    select ${chain}, owner, contract, token_id, is_erc1155 from ${unnestKeys(keys)}
    order by owner, contract, token_id
    on conflict do nothing`.execute(db);
}

/** Number of owners' NFTs waiting to be read on a chain. A range of the primary key. */
export async function countStaleNfts(db: Store, chain: string): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`select count(*) from stale_nft where chain = ${chain}`.execute(db);
  return Number(rows[0]?.count ?? 0n);
}

/**
 * The next `limit` waiting keys, by owner, contract and token id, after `after`. They stay in the queue until
 * writeNftBalances or deleteNftBalances. A range of the primary key.
 */
export async function takeStaleNfts(db: Store, chain: string, limit: number, after?: NftKey): Promise<NftKey[]> {
  const past = after
    ? sql`and (owner, contract, token_id) > (${toBytea(after.owner)}, ${toBytea(after.contract)}, ${after.tokenId})`
    : sql``;
  const { rows } = await sql<NftKeyRow>`
    select owner, contract, token_id, is_erc1155 from stale_nft where chain = ${chain} ${past}
    order by owner, contract, token_id limit ${limit}`.execute(db);
  return rows.map(toNftKey);
}

/**
 * Stores call results at one block, and removes the keys from the queue of stale ones. One statement; each key at most
 * once.
 */
export async function writeNftBalances(
  db: Store,
  chain: string,
  blockNumber: bigint,
  reads: readonly NftBalanceRead[],
): Promise<void> {
  if (reads.length === 0) return;
  const rawAmounts = toNumberArray(reads.map(({ rawAmount }) => rawAmount));
  await sql`
    with read as (
      select * from rows from (${unnestColumns(reads)}, unnest(${rawAmounts}::numeric[]))
        as t(owner, contract, token_id, is_erc1155, raw_amount)
    ), fresh as (
      delete from stale_nft s using read r
      where s.chain = ${chain} and s.owner = r.owner and s.contract = r.contract and s.token_id = r.token_id
    )
    insert into nft_balance (owner, chain, contract, token_id, is_erc1155, raw_amount, block_number)
    select owner, ${chain}, contract, token_id, is_erc1155, raw_amount, ${blockNumber}::bigint
    from read order by owner, contract, token_id
    on conflict (owner, chain, contract, token_id) do update
    set raw_amount = excluded.raw_amount, block_number = excluded.block_number, is_erc1155 = excluded.is_erc1155`.execute(
    db,
  );
}

/**
 * Removes keys from the queue of stale ones, and deletes their rows: their amounts can't be read. By the primary keys.
 */
export async function deleteNftBalances(db: Store, chain: string, keys: readonly NftKey[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    with unknown as (
      select * from ${unnestOwned(keys)}
    ), fresh as (
      delete from stale_nft s using unknown u
      where s.chain = ${chain} and s.owner = u.owner and s.contract = u.contract and s.token_id = u.token_id
    )
    delete from nft_balance b using unknown u
    where b.owner = u.owner and b.chain = ${chain} and b.contract = u.contract and b.token_id = u.token_id`.execute(db);
}

const unnestColumns = (keys: readonly NftKey[]) => sql`
  unnest(${toByteaArray(keys.map(({ owner }) => owner))}::bytea[]),
  unnest(${toByteaArray(keys.map(({ contract }) => contract))}::bytea[]),
  unnest(${toNumberArray(keys.map(({ tokenId }) => tokenId))}::numeric[]),
  unnest(${toBooleanArray(keys.map(({ isErc1155 }) => isErc1155))}::boolean[])`;

const unnestKeys = (keys: readonly NftKey[]) =>
  sql`rows from (${unnestColumns(keys)}) as t(owner, contract, token_id, is_erc1155)`;
