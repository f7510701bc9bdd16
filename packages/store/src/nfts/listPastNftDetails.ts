import { sql } from "kysely";
import { toBooleanArray, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { BYTES_MAX } from "./listNftDetails.ts";
import { joinPastNftDetails } from "./nftDetails.ts";
import { toOwnedNft } from "./nftList.ts";
import type { OwnedJson, OwnedNft } from "./nftList.ts";
import type { PastNft } from "./readPastNfts.ts";

/**
 * Details of NFTs, by contract and token id, and the last sale of each up to a block: as many as readOwnerNfts reads. Four
 * look-ups for each.
 */
export async function listPastNftDetails(
  db: Store,
  chain: string,
  nfts: readonly Pick<PastNft, "contract" | "isErc1155" | "rawAmount" | "tokenId">[],
  blockNumber: bigint,
): Promise<OwnedNft[]> {
  if (nfts.length === 0) return [];
  const { rows } = await sql<OwnedJson>`
    with held as (
      select ${chain}::text as chain, ${blockNumber}::bigint as until, t.* from unnest(
        ${toByteaArray(nfts.map(({ contract }) => contract))}::bytea[],
        ${toNumberArray(nfts.map(({ tokenId }) => tokenId))}::numeric[],
        ${toBooleanArray(nfts.map(({ isErc1155 }) => isErc1155))}::boolean[],
        ${toNumberArray(nfts.map(({ rawAmount }) => rawAmount))}::numeric[]
      ) as t(contract, token_id, is_erc1155, raw_amount)
    ), known as (
      select h.*, f.facts, sum(f.bytes) over (order by h.contract, h.token_id) as bytes from held h ${joinPastNftDetails}
    )
    select facts, raw_amount::text from known where bytes <= ${BYTES_MAX} order by contract, token_id`.execute(db);
  return rows.map(toOwnedNft);
}
