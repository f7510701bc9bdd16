import { sql } from "kysely";
import type { Selectable } from "kysely";
import { fromBytea, toByteaArray, toNullableArray, toNullableByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import type { PriceSourceTable } from "./priceSchema.ts";

/**
 * feed: a Chainlink aggregator. v2, v3: a pool of a known Uniswap-like factory. rate: a token that is worth an amount
 * of another. none: an address that was checked and is not a source.
 */
export type PriceSourceKind = "feed" | "none" | "rate" | "v2" | "v3";

export interface PriceSource {
  address: Address;
  kind: PriceSourceKind;
  /** Both of a pool; token0 only: the unit of a rate. */
  token0: Address | null;
  token1: Address | null;
  /** Of a V3 pool, in hundredths of a basis point. */
  fee: number | null;
  /** The proxy of an aggregator, in this one of its phases. */
  feed: Address | null;
  phase: number | null;
  /** The block at which it was checked. */
  blockNumber: bigint;
}

/** Adds or replaces sources. Each address once. By primary key. */
export async function upsertPriceSources(db: Store, chain: string, sources: readonly PriceSource[]): Promise<void> {
  if (sources.length === 0) return;
  const addresses = toByteaArray(sources.map(({ address }) => address));
  const kinds = sources.map(({ kind }) => kind);
  const token0 = toNullableByteaArray(sources.map((source) => source.token0));
  const token1 = toNullableByteaArray(sources.map((source) => source.token1));
  const fees = toNullableArray(sources.map(({ fee }) => fee));
  const feeds = toNullableByteaArray(sources.map(({ feed }) => feed));
  const phases = toNullableArray(sources.map(({ phase }) => phase));
  const blocks = toNumberArray(sources.map(({ blockNumber }) => blockNumber));
  await sql`
    insert into price_source (chain, address, kind, token0, token1, fee, feed, phase, block_number)
    select ${chain}, t.* from unnest(${addresses}::bytea[], ${kinds}::text[], ${token0}::bytea[], ${token1}::bytea[],
      ${fees}::int[], ${feeds}::bytea[], ${phases}::int[], ${blocks}::bigint[]) as t(address) order by address
    on conflict (chain, address) do update set
      kind = excluded.kind, token0 = excluded.token0, token1 = excluded.token1, fee = excluded.fee,
      feed = excluded.feed, phase = excluded.phase, block_number = excluded.block_number`.execute(db);
}

/** All checked addresses of a chain, of every kind. By primary key. */
export async function listPriceSources(db: Store, chain: string): Promise<PriceSource[]> {
  const { rows } = await sql<Selectable<PriceSourceTable>>`
    select * from price_source where chain = ${chain} order by address`.execute(db);
  return rows.map(toPriceSource);
}

const toAddress = (bytea: Bytea | null): Address | null => bytea && fromBytea(bytea);

const toPriceSource = (row: Selectable<PriceSourceTable>): PriceSource => ({
  address: fromBytea(row.address),
  kind: row.kind,
  token0: toAddress(row.token0),
  token1: toAddress(row.token1),
  fee: row.fee,
  feed: toAddress(row.feed),
  phase: row.phase,
  blockNumber: row.block_number,
});
