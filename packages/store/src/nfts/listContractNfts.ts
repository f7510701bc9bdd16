import { sql } from "kysely";
import { toBytea, type Address } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { BYTES_MAX } from "./listNftDetails.ts";
import { joinNftDetails, toNftDetails, type NftDetails, type NftDetailsJson } from "./nftDetails.ts";

export type ContractNftQuery = {
  chain: string;
  contract: Address;
  /** Number of NFTs to skip. */
  start: number;
  limit: number;
};

/** NFTs of a contract, by token id, up to BYTES_MAX. A range of nft's primary key, and four look-ups for each. */
export async function listContractNfts(db: Store, query: ContractNftQuery): Promise<NftDetails[]> {
  const { chain, contract, start, limit } = query;
  const { rows } = await sql<{ facts: NftDetailsJson }>`
    select facts from (
      select h.token_id, f.facts, sum(f.bytes) over (order by h.token_id) as bytes from (
        select chain, contract, token_id, is_erc1155 from nft where chain = ${chain} and contract = ${toBytea(contract)}
        order by token_id offset ${start} limit ${limit}
      ) h ${joinNftDetails}
    ) known where bytes <= ${BYTES_MAX} order by token_id`.execute(db);
  return rows.map(({ facts }) => toNftDetails(facts));
}
