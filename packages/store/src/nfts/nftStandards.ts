import { sql } from "kysely";
import { fromBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import type { ChainAddress } from "../history/historyMetadata.ts";

/** A contract detected as an NFT contract. */
export interface NftStandard extends ChainAddress {
  isErc1155: boolean;
}

/** Those of these addresses that are NFT contracts, in any order. By the primary key of nft_contract. */
export async function listNftStandards(db: Store, addresses: readonly ChainAddress[]): Promise<NftStandard[]> {
  if (addresses.length === 0) return [];
  const { rows } = await sql<{ chain: string; address: Bytea; is_erc1155: boolean }>`
    select n.chain, n.address, n.is_erc1155
    from (select distinct chain, address from unnest(
      ${addresses.map(({ chain }) => chain)}::text[], ${toByteaArray(addresses.map(({ address }) => address))}::bytea[]
    ) as t(chain, address)) k
    join nft_contract n on n.chain = k.chain and n.address = k.address`.execute(db);
  return rows.map((row) => ({ chain: row.chain, address: fromBytea(row.address), isErc1155: row.is_erc1155 }));
}
