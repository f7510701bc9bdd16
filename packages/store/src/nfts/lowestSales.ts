import { sql } from "kysely";
import { fromBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";

export type LowestSalesQuery = {
  chain: string;
  contracts: readonly Address[];
  /** Unix seconds, both included. */
  since: number;
  until: number;
};

/** The lowest sale of a collection in one currency. */
export type LowestSale = {
  contract: Address;
  /** NATIVE_TOKEN for the native coin. */
  payToken: Address;
  /** Base units, for one NFT. */
  rawAmount: bigint;
};

/** Of these collections in a span of time, one for each currency. A range of nft_sale_by_time for each collection. */
export async function listLowestSales(
  db: Store,
  { chain, contracts, since, until }: LowestSalesQuery,
): Promise<LowestSale[]> {
  if (contracts.length === 0) return [];
  const { rows } = await sql<{ contract: Bytea; pay_token: Bytea; raw_amount: string }>`
    select t.contract, s.pay_token, s.raw_amount::text from unnest(${toByteaArray(contracts)}::bytea[]) as t(contract)
    cross join lateral (
      select pay_token, min(raw_amount) as raw_amount from nft_sale
      where chain = ${chain} and contract = t.contract and time_at between ${since}::bigint and ${until}::bigint
      group by pay_token
    ) s`.execute(db);
  return rows.map((row) => ({
    contract: fromBytea(row.contract),
    payToken: fromBytea(row.pay_token),
    rawAmount: BigInt(row.raw_amount),
  }));
}
