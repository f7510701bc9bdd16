import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { fromBytea, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";

/** An NFT of one chain. */
export type NftId = { contract: Address; tokenId: bigint };

/** An NFT that an owner has, or had. */
export type NftKey = NftId & { owner: Address; isErc1155: boolean };

export type NftIdRow = { contract: Bytea; token_id: string };
export type NftKeyRow = NftIdRow & { owner: Bytea; is_erc1155: boolean };

export const toNftId = (row: NftIdRow): NftId => ({ contract: fromBytea(row.contract), tokenId: BigInt(row.token_id) });

export const toNftKey = (row: NftKeyRow): NftKey => ({
  owner: fromBytea(row.owner),
  ...toNftId(row),
  isErc1155: row.is_erc1155,
});

/** `unnest(…)` with the columns contract, token_id. */
export const unnestIds = (ids: readonly NftId[]): RawBuilder<unknown> => sql`unnest(
  ${toByteaArray(ids.map(({ contract }) => contract))}::bytea[], ${toNumberArray(ids.map(({ tokenId }) => tokenId))}::numeric[]
) as t(contract, token_id)`;

/** `unnest(…)` with the columns owner, contract, token_id. */
export const unnestOwned = (keys: readonly (NftId & { owner: Address })[]): RawBuilder<unknown> => sql`unnest(
  ${toByteaArray(keys.map(({ owner }) => owner))}::bytea[], ${toByteaArray(keys.map(({ contract }) => contract))}::bytea[],
  ${toNumberArray(keys.map(({ tokenId }) => tokenId))}::numeric[]
) as t(owner, contract, token_id)`;
