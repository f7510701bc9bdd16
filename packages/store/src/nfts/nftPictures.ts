import { sql } from "kysely";
import { toBytea } from "../encoding/bytea.ts";
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
