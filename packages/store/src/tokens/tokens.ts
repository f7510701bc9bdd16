import { sql } from "kysely";
import type { Selectable } from "kysely";
import { fromBytea, toBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import type { TokenTable } from "../database/schema.ts";
import { toToken } from "./tokenRows.ts";
import type { Token } from "./token.ts";

/** All tokens of the given chains, or of all chains. By primary key. */
export async function listTokens(db: Store, chains?: readonly string[]): Promise<Token[]> {
  const isWanted = chains ? sql`chain = any(${chains})` : sql`true`;
  const { rows } = await sql<Selectable<TokenTable>>`
    select * from token where ${isWanted} order by chain, address`.execute(db);
  return rows.map(toToken);
}

/** Those of these tokens that are stored, in any order. By primary key. */
export async function listTokensByAddress(db: Store, chain: string, addresses: readonly Address[]): Promise<Token[]> {
  if (addresses.length === 0) return [];
  const { rows } = await sql<Selectable<TokenTable>>`
    select * from token where chain = ${chain} and address = any(${toByteaArray(addresses)}::bytea[])`.execute(db);
  return rows.map(toToken);
}

export type TokenPage = {
  chain: string;
  /** The last address of the previous page; omitted for the first page. */
  after?: Address | undefined;
  limit: number;
};

/** The next tokens of a chain, by address. A range of the primary key. */
export async function listTokenPage(db: Store, { chain, after, limit }: TokenPage): Promise<Token[]> {
  const isNext = after ? sql`address > ${toBytea(after)}` : sql`true`;
  const { rows } = await sql<Selectable<TokenTable>>`
    select * from token where chain = ${chain} and ${isNext} order by address limit ${limit}`.execute(db);
  return rows.map(toToken);
}

/** By primary key. */
export async function findToken(db: Store, chain: string, address: Address): Promise<Token | undefined> {
  const { rows } = await sql<Selectable<TokenTable>>`
    select * from token where chain = ${chain} and address = ${toBytea(address)}`.execute(db);
  return rows[0] && toToken(rows[0]);
}

/** The tokens of a chain that were described after a block. Scans the chain's. */
export async function listDescribedAfter(db: Store, chain: string, blockNumber: bigint): Promise<Address[]> {
  const { rows } = await sql<{ address: Bytea }>`
    select address from token where chain = ${chain} and metadata_block > ${blockNumber}`.execute(db);
  return rows.map(({ address }) => fromBytea(address));
}
