import { sql } from "kysely";
import { toBytea, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { isOfOwners } from "../distribution/ownerRows.ts";
import { selectOwnerRows } from "../distribution/selectOwnerRows.ts";
import { toNftKey, unnestOwned } from "../nfts/nftKeys.ts";
import type { NftId, NftKey, NftKeyRow } from "../nfts/nftKeys.ts";

/** ERC-721 `approve`, as in its event. */
export type NftApprovalChange = NftId & {
  owner: Address;
  /** The zero address: revoked. */
  spender: Address;
  blockNumber: bigint;
  /** Unix seconds. */
  timeAt: number;
};

const ZERO_ADDRESS: Address = "0x0000000000000000000000000000000000000000";

/**
 * Stores approvals from events, each key at most once, and queues them as stale NFTs: call it before storing what is
 * read at the head. A revocation of an approval that never existed gets no row: many contracts emit one with every
 * transfer.
 */
export async function upsertNftApprovals(
  db: Store,
  chain: string,
  changes: readonly NftApprovalChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const columns = ["owner", "chain", "contract", "token_id"];
  const stored = await selectOwnerRows(
    db,
    "nft_approval",
    columns,
    isOfOwners(
      chain,
      changes.map(({ owner }) => owner),
    ),
  );
  await sql`
    with given as materialized (
      select * from unnest(
        ${toByteaArray(changes.map(({ owner }) => owner))}::bytea[],
        ${toByteaArray(changes.map(({ contract }) => contract))}::bytea[],
        ${toNumberArray(changes.map(({ tokenId }) => tokenId))}::numeric[],
        ${toByteaArray(changes.map(({ spender }) => spender))}::bytea[],
        ${toNumberArray(changes.map(({ blockNumber }) => blockNumber))}::bigint[],
        ${toNumberArray(changes.map(({ timeAt }) => timeAt))}::bigint[]
      ) as t(owner, contract, token_id, spender, changed_block, changed_at)
    ), changed as (
      insert into stale_nft (chain, owner, contract, token_id, is_erc1155)
      select ${chain}, owner, contract, token_id, false from given order by owner, contract, token_id
      on conflict do nothing
    )
    insert into nft_approval (owner, chain, contract, token_id, spender, changed_block, changed_at, block_number)
    select owner, ${chain}, contract, token_id, spender, changed_block, changed_at, changed_block from given g
    where spender <> ${toBytea(ZERO_ADDRESS)} or exists (
      select 1 from ${stored} a where a.owner = g.owner and a.chain = ${chain}
        and a.contract = g.contract and a.token_id = g.token_id
    )
    order by owner, contract, token_id
    on conflict (owner, chain, contract, token_id) do update set
      spender = excluded.spender, changed_block = excluded.changed_block, changed_at = excluded.changed_at,
      block_number = excluded.block_number
    where nft_approval.changed_block is null or nft_approval.changed_block <= excluded.changed_block`.execute(db);
}

/** Those of these keys that were ever approved. By primary key. */
export async function listNftApprovalKeys(db: Store, chain: string, keys: readonly NftKey[]): Promise<NftKey[]> {
  const single = keys.filter(({ isErc1155 }) => !isErc1155);
  if (single.length === 0) return [];
  const { rows } = await sql<NftKeyRow>`
    select a.owner, a.contract, a.token_id, false as is_erc1155
    from nft_approval a join ${unnestOwned(single)} using (owner, contract, token_id)
    where a.chain = ${chain}`.execute(db);
  return rows.map(toNftKey);
}

/** The approved account of an owner's NFT, from a call. */
export type NftApprovalRead = NftId & { owner: Address; spender: Address };

/** Stores call results at one block for known approvals; each key at most once. By primary key. */
export async function writeNftApprovals(
  db: Store,
  chain: string,
  blockNumber: bigint,
  reads: readonly NftApprovalRead[],
): Promise<void> {
  if (reads.length === 0) return;
  await sql`
    update nft_approval a set spender = t.spender, block_number = ${blockNumber}::bigint
    from unnest(
      ${toByteaArray(reads.map(({ owner }) => owner))}::bytea[],
      ${toByteaArray(reads.map(({ contract }) => contract))}::bytea[],
      ${toNumberArray(reads.map(({ tokenId }) => tokenId))}::numeric[],
      ${toByteaArray(reads.map(({ spender }) => spender))}::bytea[]
    ) as t(owner, contract, token_id, spender)
    where a.owner = t.owner and a.chain = ${chain} and a.contract = t.contract and a.token_id = t.token_id`.execute(db);
}
