import { sql } from "kysely";
import { fromBytea, toBooleanArray, toByteaArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { toStorableText } from "../tokens/tokenRows.ts";

/** Metadata that an NFT contract returns. */
export type NftContractMetadata = {
  address: Address;
  isErc1155: boolean;
  /** Untrusted text. Null if the contract defines none. */
  name: string | null;
  symbol: string | null;
};

export type ContractsToDescribe = {
  addresses: readonly Address[];
  /** Those of these that are known are read again. */
  upgraded: readonly Address[];
  /** Maximum number of other, stale ones. */
  more: number;
};

/**
 * Those of these contracts that must be described: new ones, and stale ones. And up to `more` other stale ones of the
 * chain. By the primary key and nft_contract_to_describe.
 */
export async function listContractsToDescribe(
  db: Store,
  chain: string,
  { addresses, upgraded, more }: ContractsToDescribe,
): Promise<{ address: Address; isErc1155: boolean | undefined }[]> {
  const { rows } = await sql<{ address: Bytea; is_erc1155: boolean | null }>`
    select distinct on (address) address, is_erc1155 from (
      select t.address, c.is_erc1155 from unnest(${toByteaArray(addresses)}::bytea[]) as t(address)
      left join nft_contract c on c.chain = ${chain} and c.address = t.address
      where c.metadata_block is null
      union all
      select address, is_erc1155 from nft_contract
      where chain = ${chain} and address = any(${toByteaArray(upgraded)}::bytea[])
      union all
      (select address, is_erc1155 from nft_contract where chain = ${chain} and metadata_block is null limit ${more})
    ) found
    order by address`.execute(db);
  return rows.map(({ address, is_erc1155 }) => ({ address: fromBytea(address), isErc1155: is_erc1155 ?? undefined }));
}

/**
 * Stores contracts' metadata as read at a block. A new one gets its creator and creation from `contract`, if that was
 * indexed. Their images are due. Each address at most once.
 */
export async function describeNftContracts(
  db: Store,
  chain: string,
  blockNumber: bigint,
  contracts: readonly NftContractMetadata[],
): Promise<void> {
  if (contracts.length === 0) return;
  const texts = JSON.stringify(
    contracts.map(({ name, symbol }) => ({ name: toStorableText(name), symbol: toStorableText(symbol) })),
  );
  await sql`
    insert into nft_contract (chain, address, is_erc1155, name, symbol, creator, time_at, metadata_block)
    select ${chain}, t.address, t.is_erc1155, t.texts ->> 'name', t.texts ->> 'symbol', c.creator, c.time_at, ${blockNumber}::bigint
    from rows from (
      unnest(${toByteaArray(contracts.map(({ address }) => address))}::bytea[]),
      unnest(${toBooleanArray(contracts.map(({ isErc1155 }) => isErc1155))}::boolean[]),
      jsonb_array_elements(${texts}::jsonb)
    ) as t(address, is_erc1155, texts)
    left join contract c on c.chain = ${chain} and c.address = t.address
    order by t.address
    on conflict (chain, address) do update set
      is_erc1155 = excluded.is_erc1155, name = excluded.name, symbol = excluded.symbol,
      creator = coalesce(excluded.creator, nft_contract.creator), time_at = coalesce(excluded.time_at, nft_contract.time_at),
      metadata_block = excluded.metadata_block, image_due_at = excluded.image_due_at, image_attempts = 0`.execute(db);
}

/** Marks contracts' metadata as stale, for example after an upgrade. Unknown contracts stay unknown. */
export async function markNftContractsStale(db: Store, chain: string, addresses: readonly Address[]): Promise<void> {
  if (addresses.length === 0) return;
  await sql`
    update nft_contract set metadata_block = null
    where chain = ${chain} and address = any(${toByteaArray(addresses)}::bytea[])`.execute(db);
}
