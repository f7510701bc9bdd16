import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { fromBytea } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import { toNftId } from "./nftKeys.ts";
import type { NftId, NftIdRow } from "./nftKeys.ts";

/** One trait as in the metadata; `value` is any JSON value. */
export type NftAttribute = { trait_type: string; value: unknown };

/** Metadata of an NFT. Untrusted text; null if missing. */
export type NftMetadata = {
  name: string | null;
  description: string | null;
  /** "image_url", "video_url", … */
  contentType: string | null;
  /** https, ipfs or data. */
  content: string | null;
  thumbnailUrl: string | null;
  attributes: NftAttribute[];
};

export type NftCollection = {
  name: string | null;
  symbol: string | null;
  logoUrl: string | null;
  isVerified: boolean;
  isCore: boolean;
  creator: Address | null;
  /** Unix seconds of its deployment. */
  timeAt: number | null;
  protocolId: string;
};

/** All stored details of an NFT, whoever owns it. */
export type NftDetails = NftId & {
  chain: string;
  isErc1155: boolean;
  /** Undefined until fetched. */
  metadata: NftMetadata | undefined;
  /** Undefined until the contract is described. */
  collection: NftCollection | undefined;
  lastSale: { payToken: Address; rawAmount: bigint; timeAt: number } | undefined;
};

/** The JSON that `selectCollection` builds. */
export type NftCollectionJson = {
  name: string | null;
  symbol: string | null;
  logo_url: string | null;
  is_verified: boolean;
  is_core: boolean;
  creator: Bytea | null;
  time_at: number | null;
  protocol_id: string;
};

/** The JSON that NFT_DETAILS builds. */
export type NftDetailsJson = NftIdRow & {
  chain: string;
  is_erc1155: boolean;
  metadata: {
    name: string | null;
    description: string | null;
    content_type: string | null;
    content: string | null;
    thumbnail_url: string | null;
    attributes: NftAttribute[] | null;
  } | null;
  collection: NftCollectionJson | null;
  sale: { pay_token: Bytea; raw_amount: string; time_at: number } | null;
};

/**
 * Selects the column `collection`, an NftCollectionJson, of the contract in `h` (chain, contract), by primary keys. It
 * is verified by its own flag, or as an address of the chain's token list. Images within metadata are left out: every NFT
 * of a collection repeats its logo.
 */
export const COLLECTION = `
  select json_build_object('name', c.name, 'symbol', c.symbol,
    'logo_url', coalesce(c.logo_url, t.logo_url, case when c.image_url not like 'data:%' then c.image_url end),
    'is_verified', c.is_verified or t.address is not null, 'is_core', c.is_core or coalesce(t.is_core, false),
    'creator', c.creator, 'time_at', c.time_at, 'protocol_id', c.protocol_id) as collection
  from nft_contract c
  left join token t on t.chain = c.chain and t.address = c.address and t.is_verified
  where c.chain = h.chain and c.address = h.contract limit 1`;

/** COLLECTION for a statement of Kysely. */
export const selectCollection: RawBuilder<unknown> = sql.raw(COLLECTION);

const joinDetails = (saleCondition = ""): string => `
  left join lateral (
    select coalesce(octet_length(n.content), 0) + coalesce(octet_length(n.description), 0)
        + coalesce(octet_length(n.attributes::text), 0) as bytes,
      json_build_object('name', n.name, 'description', n.description, 'content_type', n.content_type, 'content', n.content,
        'thumbnail_url', n.thumbnail_url, 'attributes', n.attributes) as metadata
    from nft n where n.chain = h.chain and n.contract = h.contract and n.token_id = h.token_id
      and n.fetched_at is not null limit 1
  ) n on true
  left join lateral (${COLLECTION}) c on true
  left join lateral (
    select json_build_object('pay_token', s.pay_token, 'raw_amount', s.raw_amount::text, 'time_at', s.time_at) as sale
    from nft_sale s where s.chain = h.chain and s.contract = h.contract and s.token_id = h.token_id ${saleCondition}
    order by s.block_number desc, s.position desc limit 1
  ) s on true
  cross join lateral (
    select coalesce(n.bytes, 0) + 500 + coalesce(octet_length(c.collection ->> 'logo_url'), 0) as bytes,
      json_build_object('chain', h.chain, 'contract', h.contract, 'token_id', h.token_id::text, 'is_erc1155', h.is_erc1155,
        'metadata', n.metadata, 'collection', c.collection, 'sale', s.sale) as facts
  ) f`;

/**
 * Joins rows of `h` (chain, contract, token_id, is_erc1155) to the columns `facts`, an NftDetailsJson, and `bytes`, its
 * approximate length. Four look-ups by primary key for each row, regardless of the size of the tables.
 */
export const NFT_DETAILS = joinDetails();

/** NFT_DETAILS for a statement of Kysely. */
export const joinNftDetails: RawBuilder<unknown> = sql.raw(NFT_DETAILS);

/** The same with the last sale up to the block `h.until`. */
export const joinPastNftDetails: RawBuilder<unknown> = sql.raw(joinDetails("and s.block_number <= h.until"));

export const toNftDetails = ({ chain, is_erc1155, metadata, collection, sale, ...id }: NftDetailsJson): NftDetails => ({
  chain,
  ...toNftId(id),
  isErc1155: is_erc1155,
  metadata: metadata === null ? undefined : toMetadata(metadata),
  collection: collection === null ? undefined : toCollection(collection),
  lastSale:
    sale === null
      ? undefined
      : { payToken: fromBytea(sale.pay_token), rawAmount: BigInt(sale.raw_amount), timeAt: sale.time_at },
});

const toMetadata = (row: NonNullable<NftDetailsJson["metadata"]>): NftMetadata => ({
  name: row.name,
  description: row.description,
  contentType: row.content_type,
  content: row.content,
  thumbnailUrl: row.thumbnail_url,
  attributes: row.attributes ?? [],
});

export const toCollection = (row: NftCollectionJson): NftCollection => ({
  name: row.name,
  symbol: row.symbol,
  logoUrl: row.logo_url,
  isVerified: row.is_verified,
  isCore: row.is_core,
  creator: row.creator === null ? null : fromBytea(row.creator),
  timeAt: row.time_at,
  protocolId: row.protocol_id,
});
