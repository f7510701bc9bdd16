import { sql } from "kysely";
import { fromBytea, toBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { toToken } from "./tokenRows.ts";
import type { Token } from "./token.ts";

/** Every token of the chains, or of all. By primary key. */
export async function listTokens(db: Store, chains?: readonly string[]): Promise<Token[]> {
  let query = db.selectFrom("token").selectAll().orderBy("chain").orderBy("address");
  if (chains) query = query.where("chain", "=", sql<string>`any(${chains})`);
  return (await query.execute()).map(toToken);
}

/** Those of these tokens that the store knows, in any order. By primary key. */
export async function listTokensByAddress(db: Store, chain: string, addresses: readonly Address[]): Promise<Token[]> {
  if (addresses.length === 0) return [];
  const rows = await db
    .selectFrom("token")
    .selectAll()
    .where("chain", "=", chain)
    .where("address", "=", sql<never>`any(${toByteaArray(addresses)}::bytea[])`)
    .execute();
  return rows.map(toToken);
}

export type TokenPage = {
  chain: string;
  /** The last address of the page before; left out for the first page. */
  after?: Address | undefined;
  limit: number;
};

/** The next tokens of a chain, by address. A range of the primary key. */
export async function listTokenPage(db: Store, { chain, after, limit }: TokenPage): Promise<Token[]> {
  let query = db.selectFrom("token").selectAll().where("chain", "=", chain).orderBy("address").limit(limit);
  if (after) query = query.where("address", ">", toBytea(after));
  return (await query.execute()).map(toToken);
}

/** By primary key. */
export async function findToken(db: Store, chain: string, address: Address): Promise<Token | undefined> {
  const row = await db
    .selectFrom("token")
    .selectAll()
    .where("chain", "=", chain)
    .where("address", "=", toBytea(address))
    .executeTakeFirst();
  return row && toToken(row);
}

/** The tokens of a chain that need no description: they have one, or are the native coin. By primary key. */
export async function listDescribedTokens(db: Store, chain: string): Promise<Address[]> {
  const rows = await db
    .selectFrom("token")
    .select("address")
    .where("chain", "=", chain)
    .where((eb) => eb.or([eb("metadata_block", "is not", null), eb("standard", "=", "native")]))
    .execute();
  return rows.map(({ address }) => fromBytea(address));
}

/** The tokens of a chain that were described later than at a block. Scans the chain's. */
export async function listDescribedAfter(db: Store, chain: string, blockNumber: bigint): Promise<Address[]> {
  const rows = await db
    .selectFrom("token")
    .select("address")
    .where("chain", "=", chain)
    .where("metadata_block", ">", blockNumber)
    .execute();
  return rows.map(({ address }) => fromBytea(address));
}
