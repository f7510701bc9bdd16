import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import { toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { HeldNft } from "./heldNfts.ts";
import { joinNftDetails } from "./nftDetails.ts";
import type { NftDetailsJson } from "./nftDetails.ts";
import { toBooleanArray } from "./nftKeys.ts";

/** Limit of a result in bytes, about: texts of NFTs may be long. */
export const BYTES_MAX = 16_000_000;

/**
 * Details of NFTs in their order: of all, or of the first ones that fit into about `bytesMax` bytes. Four look-ups for
 * each.
 */
export async function listNftDetails(
  db: Store,
  nfts: readonly HeldNft[],
  bytesMax?: number,
): Promise<{ facts: NftDetailsJson; raw_amount: string }[]> {
  if (nfts.length === 0) return [];
  const { rows } = await sql<{ facts: NftDetailsJson; raw_amount: string }>`
    with held as (
      select * from unnest(
        ${nfts.map(({ chain }) => chain)}::text[],
        ${toByteaArray(nfts.map(({ contract }) => contract))}::bytea[],
        ${toNumberArray(nfts.map(({ tokenId }) => tokenId))}::numeric[],
        ${toBooleanArray(nfts.map(({ isErc1155 }) => isErc1155))}::boolean[],
        ${toNumberArray(nfts.map(({ rawAmount }) => rawAmount))}::numeric[]
      ) with ordinality as t(chain, contract, token_id, is_erc1155, raw_amount, nth)
    ), known as (
      select h.nth, h.raw_amount, f.facts, sum(f.bytes) over (order by h.nth) as bytes from held h ${joinNftDetails}
    )
    select facts, raw_amount::text from known where bytes <= coalesce(${bytesMax ?? null}::bigint, bytes) order by nth`.execute(
    db,
  );
  return rows;
}
