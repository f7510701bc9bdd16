import { sql } from "kysely";
import type { Selectable } from "kysely";
import { fromBytea, toBytea, toByteaArray } from "./bytea.ts";
import type { Address } from "./bytea.ts";
import type { Store } from "./database.ts";
import { tellTokens } from "./notify.ts";
import type { TokenTable } from "./schema.ts";

export type Token = {
  chain: string;
  address: Address;
  /** "native", "erc20", … */
  standard: string;
  /** As the contract says; hostile text. Null when it doesn't say. */
  name: string | null;
  symbol: string | null;
  /** 0..255; null when the contract doesn't say. */
  decimals: number | null;
  logoUrl: string | null;
  isVerified: boolean;
  isCore: boolean;
  /** Unix seconds of its deployment. */
  timeAt: number | null;
  protocolId: string;
  /** The block that its metadata was read at. */
  metadataBlock: bigint | null;
};

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

/** The addresses of these that the store has no token for, each once, in the order given. By primary key. */
export async function listUnknownTokens(db: Store, chain: string, addresses: readonly Address[]): Promise<Address[]> {
  const unique = [...new Set(addresses)];
  if (unique.length === 0) return [];
  const known = await db
    .selectFrom("token")
    .select("address")
    .where("chain", "=", chain)
    .where("address", "=", sql<never>`any(${unique.map(toBytea)}::bytea[])`)
    .execute();
  const knownSet = new Set(known.map(({ address }) => fromBytea(address)));
  return unique.filter((address) => !knownSet.has(address));
}

/**
 * Adds tokens, or replaces what is known of them; those that are as given stay untouched. The token channel is told which
 * ones really changed, when the transaction commits.
 */
export async function upsertTokens(db: Store, tokens: readonly Token[]): Promise<void> {
  if (tokens.length === 0) return;
  const rows = JSON.stringify(tokens.map(fromToken));
  await sql`
    with given as (
      select * from jsonb_populate_recordset(null::token, ${rows}::jsonb)
    ), changed as (
      insert into token as t select * from given order by chain, address
      on conflict (chain, address) do update set
        standard = excluded.standard, name = excluded.name, symbol = excluded.symbol, decimals = excluded.decimals,
        logo_url = excluded.logo_url, is_verified = excluded.is_verified, is_core = excluded.is_core,
        time_at = excluded.time_at, protocol_id = excluded.protocol_id, metadata_block = excluded.metadata_block
      where t is distinct from excluded
      returning chain, address
    )
    ${tellTokens("changed")}`.execute(db);
}

const toToken = (row: Selectable<TokenTable>): Token => ({
  chain: row.chain,
  address: fromBytea(row.address),
  standard: row.standard,
  name: row.name,
  symbol: row.symbol,
  decimals: row.decimals,
  logoUrl: row.logo_url,
  isVerified: row.is_verified,
  isCore: row.is_core,
  timeAt: row.time_at,
  protocolId: row.protocol_id,
  metadataBlock: row.metadata_block,
});

/** PostgreSQL's text holds no NUL, and JSON's lone surrogates are refused: both become the replacement character. */
const clean = (text: string | null): string | null => text && text.toWellFormed().replaceAll("\0", "\uFFFD");

const fromToken = (token: Token) => ({
  chain: token.chain,
  address: toBytea(token.address),
  standard: token.standard,
  name: clean(token.name),
  symbol: clean(token.symbol),
  decimals: token.decimals,
  logo_url: clean(token.logoUrl),
  is_verified: token.isVerified,
  is_core: token.isCore,
  time_at: token.timeAt,
  protocol_id: token.protocolId,
  metadata_block: token.metadataBlock === null ? null : String(token.metadataBlock),
});
