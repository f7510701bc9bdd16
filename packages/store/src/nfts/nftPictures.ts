import { sql } from "kysely";
import { toBytea } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import type { NftId } from "./nftKeys.ts";

/** URLs of an NFT's picture, the smaller one first; they are untrusted. One row of nft's primary key. */
export async function findNftPictures(db: Store, chain: string, { contract, tokenId }: NftId): Promise<string[]> {
  const { rows } = await sql<{ urls: (string | null)[] }>`
    select array[thumbnail_url, case when content_type is null or content_type = 'image_url' then content end] as urls
    from nft where chain = ${chain} and contract = ${toBytea(contract)} and token_id = ${String(tokenId)}::numeric
  `.execute(db);
  return (rows[0]?.urls ?? []).filter((url): url is string => url !== null && url !== "");
}

/** URLs of a collection's picture, a listed one first; they are untrusted. One row each of two primary keys. */
export async function findCollectionPictures(db: Store, chain: string, contract: Address): Promise<string[]> {
  const { rows } = await sql<{ urls: (string | null)[] }>`
    select array[c.logo_url, t.logo_url, c.image_url] as urls from nft_contract c
    left join token t on t.chain = c.chain and t.address = c.address and t.is_verified
    where c.chain = ${chain} and c.address = ${toBytea(contract)}`.execute(db);
  return (rows[0]?.urls ?? []).filter((url): url is string => url !== null && url !== "");
}
