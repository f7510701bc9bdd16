import { sql } from "kysely";
import { toBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { LegKind } from "../history/position.ts";
import { toNftId } from "./nftKeys.ts";
import type { NftId, NftIdRow } from "./nftKeys.ts";

export interface PastNftsQuery {
  owner: Address;
  chain: string;
  /** Of which the amounts are, after all of its transactions. From the first indexed block to that of the balances. */
  blockNumber: bigint;
  /** Only these; all if omitted. */
  contracts?: readonly Address[] | undefined;
  /** Only those of verified collections. */
  isVerifiedOnly?: boolean | undefined;
}

/** An owner's NFT after a past block: the current amount without the transfers since. */
export type PastNft = NftId & {
  isErc1155: boolean;
  isVerified: boolean;
  /** Negative if the legs are wrong. */
  rawAmount: bigint;
  /** Whether it was transferred after the block. */
  hasMoved: boolean;
  /** Whether the legs of all indexed blocks add up to the current amount. */
  isClosed: boolean;
};

type Row = NftIdRow & {
  is_erc1155: boolean;
  is_verified: boolean;
  past: string;
  has_moved: boolean;
  is_closed: boolean;
};

/** As many as the current list has. */
const MAX_NFTS = 10_000;

/**
 * Reads the first MAX_NFTS NFTs that an owner may have had after a block, by contract and token id. Ranges of the keys of
 * nft_balance and leg.
 */
export async function readPastNfts(
  db: Store,
  { owner, chain, blockNumber, contracts, isVerifiedOnly = false }: PastNftsQuery,
): Promise<PastNft[]> {
  const isWanted = (column: string) =>
    contracts === undefined ? sql`true` : sql`${sql.raw(column)} = any(${toByteaArray(contracts)}::bytea[])`;
  const { rows } = await sql<Row>`
    with state as materialized (
      select balances_block as head from chain_state where chain = ${chain}
    ), moved as (
      select token as contract, token_id, sum(case when is_inbound then raw_amount else -raw_amount end) as ever,
        sum(case when is_inbound then raw_amount else -raw_amount end) filter (where block_number > ${blockNumber}) as later,
        bool_or(block_number > ${blockNumber}) as has_moved
      from state join leg on leg.owner = ${toBytea(owner)} and leg.chain = ${chain} and leg.block_number <= head
      where kind = ${LegKind.nft} and ${isWanted("token")} group by 1, 2
    ), past as (
      select contract, token_id, is_erc1155, raw_amount - coalesce(later, 0) as past, coalesce(has_moved, false) as has_moved,
        raw_amount = coalesce(ever, 0) as is_closed
      from nft_balance left join moved using (contract, token_id)
      where owner = ${toBytea(owner)} and chain = ${chain} and ${isWanted("contract")}
    )
    select contract, token_id::text, is_erc1155, past::text, has_moved, is_closed, is_verified
    from past cross join lateral (
      select exists (
        select 1 from nft_contract c where c.chain = ${chain} and c.address = contract and c.is_verified
      ) or exists (
        select 1 from token t where t.chain = ${chain} and t.address = contract and t.is_verified
      ) as is_verified
    ) v
    where (past > 0 or not is_closed) and (is_verified or not ${isVerifiedOnly}::boolean)
    order by contract, past.token_id limit ${MAX_NFTS}`.execute(db);
  return rows.map((row) => ({
    ...toNftId(row),
    isErc1155: row.is_erc1155,
    isVerified: row.is_verified,
    rawAmount: BigInt(row.past),
    hasMoved: row.has_moved,
    isClosed: row.is_closed,
  }));
}
