import { EVENT_STATUS_COLUMNS, toEventStatus } from "../chains/chainSyncStatus.ts";
import type { ChainSyncStatus, EventStatusRow } from "../chains/chainSyncStatus.ts";
import type { Store } from "../database/database.ts";
import { queryShard } from "../distribution/queryOwner.ts";
import { fromBytea, toBytea } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { NftId } from "./nftKeys.ts";

/** Limit of a result, however much an address was sent. */
export const OWNER_NFTS_MAX = 10_000;

/** SQL: the NFTs `b` of `requested.chain`. */
export const ALL_HELD = "nft_balance b";
/** The same of verified collections. It starts from those, which are few, instead of the NFTs, which anybody can send. */
export const VERIFIED_HELD = `(
  select address from nft_contract c where c.chain = requested.chain and c.is_verified
  union select address from token t where t.chain = requested.chain and t.is_verified
) v join nft_balance b on b.contract = v.address`;

export type OwnerNftQuery = {
  owner: Address;
  /** The chains whose NFTs are read, distinct. */
  chains: readonly string[];
  /** Only those of verified collections. */
  isVerifiedOnly?: boolean;
};

/** An owned NFT without its details. */
export type HeldNft = NftId & { chain: string; isErc1155: boolean; rawAmount: bigint };

type Entry = [contract: Bytea, tokenId: string, isErc1155: boolean, rawAmount: string];
type Row = EventStatusRow & { held: Entry[] | null };

/** $1: the owner, $2: the chains. Details of NFTs are not on its node. */
const statement = (name: string, from: string) => ({
  name,
  text: `
    with held as materialized (
      select h.* from unnest($2::text[]) as requested(chain) cross join lateral (
        select b.chain, b.contract, b.token_id, b.is_erc1155, b.raw_amount from ${from}
        where b.owner = $1 and b.chain = requested.chain and b.raw_amount > 0
        order by b.contract, b.token_id limit ${OWNER_NFTS_MAX}
      ) h
      order by chain, contract, token_id limit ${OWNER_NFTS_MAX}
    ), listed as materialized (
      select chain, json_agg(json_build_array(contract, token_id::text, is_erc1155, raw_amount::text)
        order by contract, token_id) as held
      from held group by chain
    )
    select ${EVENT_STATUS_COLUMNS}, listed.held from chain_state left join listed using (chain) order by chain`,
});
const ALL = statement("portico-read-held-nfts", ALL_HELD);
const VERIFIED = statement("portico-read-verified-nfts", VERIFIED_HELD);

/** The NFTs of `readOwnerNfts` by chain, contract and token id; undefined if the owner isn't read from its node. */
export async function readHeldNfts(
  db: Store,
  { owner, chains, isVerifiedOnly = false }: OwnerNftQuery,
): Promise<{ syncStatuses: ChainSyncStatus[]; nfts: HeldNft[] } | undefined> {
  const values = [toBytea(owner), [...chains]];
  const rows = await queryShard<Row>(db, owner, { ...(isVerifiedOnly ? VERIFIED : ALL), values });
  if (rows === undefined) return undefined;
  return {
    syncStatuses: rows.map(toEventStatus),
    nfts: rows.flatMap(({ chain, held }) => (held ?? []).map((entry) => toHeldNft(chain, entry))),
  };
}

const toHeldNft = (chain: string, [contract, tokenId, isErc1155, rawAmount]: Entry): HeldNft => ({
  chain,
  contract: fromBytea(contract),
  tokenId: BigInt(tokenId),
  isErc1155,
  rawAmount: BigInt(rawAmount),
});
