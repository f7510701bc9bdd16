import { withClient } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { toBooleanArray, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { HeldNft } from "./heldNfts.ts";
import { NFT_DETAILS } from "./nftDetails.ts";
import type { NftDetailsJson } from "./nftDetails.ts";

/** Limit of a result in bytes, about: texts of NFTs may be long. */
export const BYTES_MAX = 16_000_000;

interface Row {
  readonly facts: NftDetailsJson;
  readonly raw_amount: string;
}

/** Arrays as subqueries, so that its plan is kept: see unseenOwners.ts. */
const STATEMENT = {
  name: "portico-list-nft-details",
  text: `
    with held as (
      select * from unnest((select $1::text[]), (select $2::bytea[]), (select $3::numeric[]), (select $4::boolean[]),
        (select $5::numeric[])) with ordinality as t(chain, contract, token_id, is_erc1155, raw_amount, nth)
    ), known as (
      select h.nth, h.raw_amount, f.facts, sum(f.bytes) over (order by h.nth) as bytes from held h ${NFT_DETAILS}
    )
    select facts, raw_amount::text from known where bytes <= coalesce($6::bigint, bytes) order by nth`,
};

/**
 * Details of NFTs in their order: of all, or of the first ones that fit into about `bytesMax` bytes. Four look-ups for
 * each.
 */
export async function listNftDetails(db: Store, nfts: readonly HeldNft[], bytesMax?: number): Promise<Row[]> {
  if (nfts.length === 0) return [];
  const values = [
    nfts.map(({ chain }) => chain),
    toByteaArray(nfts.map(({ contract }) => contract)),
    toNumberArray(nfts.map(({ tokenId }) => tokenId)),
    toBooleanArray(nfts.map(({ isErc1155 }) => isErc1155)),
    toNumberArray(nfts.map(({ rawAmount }) => rawAmount)),
    bytesMax ?? null,
  ];
  const { rows } = await withClient(db, (client) => client.query<Row>({ ...STATEMENT, values }));
  return rows;
}
