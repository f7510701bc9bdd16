import { toBytea } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import { EVENT_STATUS_COLUMNS, toEventStatus } from "../chains/chainSyncStatus.ts";
import type { ChainSyncStatus, EventStatusRow } from "../chains/chainSyncStatus.ts";
import { withClient } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { isDistributed } from "../distribution/isDistributed.ts";
import { ALL_HELD, OWNER_NFTS_MAX, readHeldNfts, VERIFIED_HELD } from "./heldNfts.ts";
import type { OwnerNftQuery } from "./heldNfts.ts";
import { BYTES_MAX, listNftDetails } from "./listNftDetails.ts";
import { NFT_DETAILS, toNftDetails } from "./nftDetails.ts";
import type { NftDetails, NftDetailsJson } from "./nftDetails.ts";

/** Never zero; 1 for an ERC-721. */
export type OwnedNft = NftDetails & { rawAmount: bigint };

export type OwnerNftRead = {
  /** Of every chain that was ever indexed. */
  syncStatuses: ChainSyncStatus[];
  /** By chain, contract and token id. */
  nfts: OwnedNft[];
};

type Row = EventStatusRow & { nfts: OwnedJson[] | null };
export type OwnedJson = { facts: NftDetailsJson; raw_amount: string };

/**
 * Reads the first OWNER_NFTS_MAX NFTs that an owner has on these chains, and every chain's sync status, in one
 * snapshot; their details may be of a later one. One range of nft_balance_held per chain, and four look-ups for each NFT.
 */
export async function readOwnerNfts(db: Store, query: OwnerNftQuery): Promise<OwnerNftRead> {
  const held = await readHeldNfts(db, query);
  if (held !== undefined) {
    const details = await listNftDetails(db, held.nfts, BYTES_MAX);
    return { syncStatuses: held.syncStatuses, nfts: details.map(toOwnedNft) };
  }
  const { owner, chains, isVerifiedOnly = false } = query;
  const statement = (await isDistributed(db))
    ? onShard(isVerifiedOnly ? VERIFIED_HELD : ALL_HELD)
    : isVerifiedOnly
      ? VERIFIED_NFTS
      : OWNER_NFTS;
  const values = [toBytea(owner), [...chains]];
  const { rows } = await withClient(db, (client) => client.query<Row>({ ...statement, values }));
  return {
    syncStatuses: rows.map(toEventStatus),
    nfts: rows.flatMap(({ nfts }) => nfts ?? []).map(toOwnedNft),
  };
}

/** Like readOwnerNfts, without the sync status. */
export async function listNfts(db: Store, owner: Address, chains: readonly string[]): Promise<OwnedNft[]> {
  const { nfts } = await readOwnerNfts(db, { owner, chains });
  return nfts;
}

/** $1: the owner. @param chains - SQL: the chains $2. */
const selectOwnerNfts = (from: string, chains: string): string => `
  with held as materialized (
    select h.* from unnest(${chains}) as requested(chain) cross join lateral (
      select b.chain, b.contract, b.token_id, b.is_erc1155, b.raw_amount from ${from}
      where b.owner = $1 and b.chain = requested.chain and b.raw_amount > 0
      order by b.contract, b.token_id limit ${OWNER_NFTS_MAX}
    ) h
    order by chain, contract, token_id limit ${OWNER_NFTS_MAX}
  ), known as materialized (
    select h.*, f.facts, sum(f.bytes) over (order by h.chain, h.contract, h.token_id) as bytes
    from held h ${NFT_DETAILS}
  ), listed as materialized (
    select chain,
      json_agg(json_build_object('facts', facts, 'raw_amount', raw_amount::text) order by contract, token_id) as nfts
    from known where bytes <= ${BYTES_MAX} group by chain
  )
  select ${EVENT_STATUS_COLUMNS}, nfts from chain_state left join listed using (chain) order by chain`;

/** A statement whose plan is kept: see unseenOwners.ts. */
const named = (name: string, from: string) => ({ name, text: selectOwnerNfts(from, "(select $2::text[])") });
/** Exported, as the next, for a test of its plan. */
export const OWNER_NFTS = named("portico-read-owner-nfts", ALL_HELD);
export const VERIFIED_NFTS = named("portico-read-owner-verified-nfts", VERIFIED_HELD);

/** Through the coordinator of a distributed database, which plans each read anyway. */
const onShard = (from: string) => ({ text: selectOwnerNfts(from, "$2::text[]") });

export const toOwnedNft = ({ facts: metadata, raw_amount }: OwnedJson): OwnedNft => ({
  ...toNftDetails(metadata),
  rawAmount: BigInt(raw_amount),
});
