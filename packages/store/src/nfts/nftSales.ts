import { sql } from "kysely";
import type { Selectable } from "kysely";
import { fromBytea, toBytea, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address, Hex } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import type { NftId } from "./nftKeys.ts";
import type { NftSaleTable } from "./nftSchema.ts";

/** Sale price of an NFT, derived from a transaction. */
export type NftSale = NftId & {
  blockNumber: bigint;
  /** Of the leg of the buyer's receipt: `encodePosition`. */
  position: bigint;
  /** NATIVE_TOKEN for the native coin. */
  payToken: Address;
  /** Base units, as paid by the buyer. */
  rawAmount: bigint;
  txHash: Hex;
  /** Unix seconds. */
  timeAt: number;
};

/** Adds sales of one chain; existing ones are unchanged. */
export async function insertSales(db: Store, chain: string, sales: readonly NftSale[]): Promise<void> {
  if (sales.length === 0) return;
  await sql`
    insert into nft_sale (chain, contract, token_id, block_number, position, pay_token, raw_amount, tx_hash, time_at)
    select ${chain}, t.* from unnest(
      ${toByteaArray(sales.map(({ contract }) => contract))}::bytea[],
      ${toNumberArray(sales.map(({ tokenId }) => tokenId))}::numeric[],
      ${toNumberArray(sales.map(({ blockNumber }) => blockNumber))}::bigint[],
      ${toNumberArray(sales.map(({ position }) => position))}::bigint[],
      ${toByteaArray(sales.map(({ payToken }) => payToken))}::bytea[],
      ${toNumberArray(sales.map(({ rawAmount }) => rawAmount))}::numeric[],
      ${toByteaArray(sales.map(({ txHash }) => txHash))}::bytea[],
      ${toNumberArray(sales.map(({ timeAt }) => timeAt))}::bigint[]
    ) as t
    on conflict do nothing`.execute(db);
}

/** Of an NFT, newest first. A range of the primary key. */
export async function listSales(
  db: Store,
  chain: string,
  { contract, tokenId }: NftId,
  limit = 1_000,
): Promise<NftSale[]> {
  const { rows } = await sql<Selectable<NftSaleTable>>`
    select * from nft_sale
    where chain = ${chain} and contract = ${toBytea(contract)} and token_id = ${tokenId}
    order by block_number desc, position desc limit ${limit}`.execute(db);
  return rows.map((row) => ({
    contract,
    tokenId,
    blockNumber: row.block_number,
    position: row.position,
    payToken: fromBytea(row.pay_token),
    rawAmount: BigInt(row.raw_amount),
    txHash: fromBytea(row.tx_hash),
    timeAt: toSeconds(row.time_at),
  }));
}
