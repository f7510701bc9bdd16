import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { fromBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import { selectCollection, toCollection } from "../nfts/nftDetails.ts";
import type { NftCollection, NftCollectionJson } from "../nfts/nftDetails.ts";

/** A page of stored items, by chain and address. */
export type CataloguePage = {
  /** Of one chain; undefined for all. */
  chain?: string | undefined;
  /** Only these. */
  among?: readonly CatalogueKey[] | undefined;
  /** Offset and maximum number. */
  start: number;
  limit: number;
};

export type CatalogueKey = { chain: string; address: Address };

/** A contract with metadata. */
export type CatalogueContract = CatalogueKey & {
  /** From the contract itself: untrusted text. */
  name: string | null;
  isToken: boolean;
  /** Unix seconds of its creation. */
  timeAt: number | null;
};

export type CatalogueCollection = CatalogueKey & { collection: NftCollection };

type KeyRow = { chain: string; address: Bytea };
const toKey = ({ chain, address }: KeyRow): CatalogueKey => ({ chain, address: fromBytea(address) });

/** Tokens, including native coins. A range of the primary key. */
export async function listCatalogueTokens(db: Store, page: CataloguePage): Promise<CatalogueKey[]> {
  const { rows } = await sql<KeyRow>`
    select chain, address from token where ${isOn(page)} order by chain, address
    offset ${page.start} limit ${page.limit}`.execute(db);
  return rows.map(toKey);
}

/** NFT contracts. A range of the primary key. */
export async function listCatalogueCollections(db: Store, page: CataloguePage): Promise<CatalogueCollection[]> {
  const { rows } = await sql<KeyRow & { collection: NftCollectionJson }>`
    select h.chain, h.contract as address, one.collection from (
      select chain, address as contract from nft_contract where ${isOn(page)} order by chain, address
      offset ${page.start} limit ${page.limit}
    ) h cross join lateral (${selectCollection}) one order by h.chain, h.contract`.execute(db);
  return rows.map((row) => ({ ...toKey(row), collection: toCollection(row.collection) }));
}

/**
 * Contracts with an indexed creation, tokens, and NFT contracts, deduplicated. The starts of three primary key ranges.
 */
export async function listCatalogueContracts(db: Store, page: CataloguePage): Promise<CatalogueContract[]> {
  const max = page.start + page.limit;
  const part = (table: "contract" | "nft_contract" | "token", isWanted: RawBuilder<unknown>) => sql`
    (select chain, address from ${sql.table(table)} where ${isOn(page)} and ${isWanted}
    order by chain, address limit ${max})`;
  const isContract = sql`standard not in ('native', 'unknown')`;
  const { rows } = await sql<KeyRow & { name: string | null; is_token: boolean; time_at: bigint | null }>`
    select k.chain, k.address, coalesce(t.name, n.name) as name, (t.address is not null or n.address is not null) as is_token,
      coalesce(c.time_at, t.time_at, n.time_at) as time_at
    from (
      select chain, address from (
        ${part("contract", sql`true`)} union ${part("token", isContract)} union ${part("nft_contract", sql`true`)}
      ) known order by chain, address offset ${page.start} limit ${page.limit}
    ) k
    left join contract c on c.chain = k.chain and c.address = k.address
    left join token t on t.chain = k.chain and t.address = k.address and ${isContract}
    left join nft_contract n on n.chain = k.chain and n.address = k.address
    order by k.chain, k.address`.execute(db);
  return rows.map((row) => ({ ...toKey(row), name: row.name, isToken: row.is_token, timeAt: toSeconds(row.time_at) }));
}

function isOn({ chain, among }: CataloguePage): RawBuilder<unknown> {
  if (among !== undefined) {
    const addresses = toByteaArray(among.map(({ address }) => address));
    return sql`(chain, address) in (select * from unnest(${among.map((key) => key.chain)}::text[], ${addresses}::bytea[]))`;
  }
  return chain === undefined ? sql`true` : sql`chain = ${chain}`;
}
