import { sql } from "kysely";
import { fromBytea, toByteaArray, toNullableArray, toNullableByteaArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { withOwnerRows } from "../distribution/ownerRows.ts";
import type { TokenOrigin } from "../tokens/tokenQueues.ts";

/** NFT collections whose deployment was neither indexed nor looked up yet, by address. By nft_contract_untraced. */
export async function listUntracedNftContracts(db: Store, chain: string, limit: number): Promise<Address[]> {
  const { rows } = await sql<{ address: Bytea }>`
    select address from nft_contract
    where chain = ${chain} and creator is null and not is_traced and metadata_block is not null
    order by address limit ${limit}`.execute(db);
  return rows.map(({ address }) => fromBytea(address));
}

/** Stores collections' deployments, unless known already. By primary key. */
export async function writeNftOrigins(db: Store, chain: string, origins: readonly TokenOrigin[]): Promise<void> {
  if (origins.length === 0) return;
  const store = sql`
    with given as materialized (
      select n.address, t.time_at, t.creator from unnest(
        ${toByteaArray(origins.map(({ address }) => address))}::bytea[],
        ${toNullableArray(origins.map(({ timeAt }) => timeAt))}::bigint[],
        ${toNullableByteaArray(origins.map(({ creator }) => creator))}::bytea[]
      ) as t(address, time_at, creator)
      join nft_contract n on n.chain = ${chain} and n.address = t.address
      order by n.address for update of n
    )
    update nft_contract n set is_traced = true, time_at = coalesce(n.time_at, given.time_at),
      creator = coalesce(n.creator, given.creator)
    from given where n.chain = ${chain} and n.address = given.address`;
  const where = [
    sql`chain = ${chain} and address = any(${toByteaArray(origins.map(({ address }) => address))}::bytea[])`,
  ];
  await withOwnerRows(
    db,
    () => [{ table: "nft_contract", where, isWritten: true }],
    (tx) => store.execute(tx),
  );
}
