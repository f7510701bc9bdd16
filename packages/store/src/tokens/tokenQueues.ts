import { sql } from "kysely";
import { fromBytea, toByteaArray, toNullableArray, toNullableByteaArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { notifyTokens } from "../notifications/notify.ts";

/** Tokens whose contracts were not read yet, by address. By token_undescribed. */
export async function listUndescribedTokens(db: Store, chain: string, limit: number): Promise<Address[]> {
  const { rows } = await sql<{ address: Bytea }>`
    select address from token
    where chain = ${chain} and metadata_block is null and standard <> 'native'
    order by address limit ${limit}`.execute(db);
  return rows.map(({ address }) => fromBytea(address));
}

/** Tokens whose deployment was not looked up yet, by address. By token_untraced. */
export async function listUntracedTokens(db: Store, chain: string, limit: number): Promise<Address[]> {
  const { rows } = await sql<{ address: Bytea }>`
    select address from token
    where chain = ${chain} and not is_traced and metadata_block is not null and standard <> 'native'
    order by address limit ${limit}`.execute(db);
  return rows.map(({ address }) => fromBytea(address));
}

/** Deployment of a token; null fields can't be found. */
export type TokenOrigin = { address: Address; timeAt: number | null; creator: Address | null };

/** Stores tokens' deployments, unless known already. By primary key. */
export async function writeOrigins(db: Store, chain: string, origins: readonly TokenOrigin[]): Promise<void> {
  if (origins.length === 0) return;
  await sql`
    with given as (
      select * from unnest(${toByteaArray(origins.map(({ address }) => address))}::bytea[],
        ${toNullableArray(origins.map(({ timeAt }) => timeAt))}::bigint[],
        ${toNullableByteaArray(origins.map(({ creator }) => creator))}::bytea[]) as g(address, time_at, creator)
    ), changed as (
      update token t set is_traced = true, time_at = coalesce(t.time_at, given.time_at),
        creator = coalesce(t.creator, given.creator)
      from given where t.chain = ${chain} and t.address = given.address
      returning t.chain, t.address
    )
    ${notifyTokens("changed")}`.execute(db);
}

/** The distinct tokens of the next `limit` pairs of `takeStale`. A range of the primary key. */
export async function listStaleTokens(db: Store, chain: string, limit: number): Promise<Address[]> {
  const { rows } = await sql<{ token: Bytea }>`
    select distinct token from (
      select token from stale_balance where chain = ${chain} order by owner, token limit ${limit}
    ) page`.execute(db);
  return rows.map(({ token }) => fromBytea(token));
}
