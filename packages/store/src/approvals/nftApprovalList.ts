import { sql } from "kysely";
import { fromBytea, toBytea, ZERO } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import { joinNftDetails, toNftDetails } from "../nfts/nftDetails.ts";
import type { NftDetails, NftDetailsJson } from "../nfts/nftDetails.ts";

/** An owned NFT that another account may move (ERC-721 `approve`). */
export type NftApproval = NftDetails & {
  spender: Address;
  rawAmount: bigint;
  /** Block and time of the last change; unix seconds. */
  changedBlock: bigint;
  changedAt: number;
};

type Row = {
  facts: NftDetailsJson;
  spender: Bytea;
  raw_amount: string;
  changed_block: bigint;
  changed_at: bigint;
};

/** Limit of a result. */
export const NFT_APPROVALS_MAX = 10_000;

/**
 * Approvals in force of single NFTs that the owner has, by contract and token id; at most 10,000. A range of the
 * primary key of nft_approval, and four look-ups for each.
 */
export async function listNftApprovals(db: Store, owner: Address, chain: string): Promise<NftApproval[]> {
  const { rows } = await sql<Row>`
    with held as materialized (
      select a.*, b.raw_amount, b.is_erc1155 from nft_approval a
      join nft_balance b using (owner, chain, contract, token_id)
      where a.owner = ${toBytea(owner)} and b.owner = ${toBytea(owner)} and a.chain = ${chain}
        and a.spender <> ${ZERO} and b.raw_amount > 0
      order by a.contract, a.token_id limit ${NFT_APPROVALS_MAX}
    )
    select f.facts, h.spender, h.raw_amount, h.changed_block, h.changed_at from held h ${joinNftDetails}
    order by h.contract, h.token_id`.execute(db);
  return rows.map(({ facts: metadata, spender, raw_amount, changed_block, changed_at }) => ({
    ...toNftDetails(metadata),
    spender: fromBytea(spender),
    rawAmount: BigInt(raw_amount),
    changedBlock: changed_block,
    changedAt: toSeconds(changed_at),
  }));
}
