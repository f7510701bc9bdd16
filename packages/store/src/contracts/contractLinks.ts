import { sql } from "kysely";
import { fromBytea, toByteaArray, toNullableByteaArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { isOfOwners, withOwnerRows } from "../distribution/ownerRows.ts";
import { LegKind } from "../history/position.ts";

/** Other contracts that a contract belongs to, as read at a block; null: none. */
export interface ContractLink {
  address: Address;
  /** Whose code it runs. */
  implementation: Address | null;
  /** The contract that names its implementation. */
  beacon: Address | null;
  /** The contract that has a record of it. */
  factory: Address | null;
}

const UNREAD = sql`implementation = null, beacon = null, factory = null, block_number = null`;

/** Contracts that wait to be read, in any order. A range of contract_link_by_block. */
export async function listUnreadLinks(db: Store, chain: string, limit: number): Promise<Address[]> {
  const { rows } = await sql<{ address: Bytea }>`
    select address from contract_link where chain = ${chain} and block_number is null limit ${limit}`.execute(db);
  return rows.map(({ address }) => fromBytea(address));
}

/**
 * Stores what was read at a block, also that there is nothing. Left out are contracts that nobody queued, and those that
 * were upgraded since, or whose beacon was: they wait. By the primary keys of contract_link and leg.
 */
export async function writeContractLinks(
  db: Store,
  chain: string,
  blockNumber: bigint,
  links: readonly ContractLink[],
): Promise<void> {
  if (links.length === 0) return;
  const upgradable = links.flatMap(({ address, beacon }) => (beacon === null ? [address] : [address, beacon]));
  const moved = sql`${isOfOwners(chain, upgradable)} and block_number > ${blockNumber}::bigint and kind = ${LegKind.moved}`;
  const write = sql`
    with given as materialized (
      select l.address, t.implementation, t.beacon, t.factory from unnest(
        ${toByteaArray(links.map(({ address }) => address))}::bytea[],
        ${toNullableByteaArray(links.map(({ implementation }) => implementation))}::bytea[],
        ${toNullableByteaArray(links.map(({ beacon }) => beacon))}::bytea[],
        ${toNullableByteaArray(links.map(({ factory }) => factory))}::bytea[]
      ) as t(address, implementation, beacon, factory)
      join contract_link l on l.chain = ${chain} and l.address = t.address
      where not exists (
        select 1 from leg m where m.owner in (t.address, t.beacon) and m.chain = ${chain}
          and m.block_number > ${blockNumber}::bigint and m.kind = ${LegKind.moved} offset 0
      )
      order by l.address for update of l
    )
    update contract_link l set implementation = given.implementation, beacon = given.beacon, factory = given.factory,
      block_number = ${blockNumber}::bigint
    from given where l.chain = ${chain} and l.address = given.address`;
  await withOwnerRows(
    db,
    () => [{ table: "leg", where: [moved] }],
    (tx) => write.execute(tx),
  );
}

/**
 * Queues known contracts whose code was replaced, and those whose beacon was changed; what was read before is unknown
 * until then. By the primary key and contract_link_by_beacon.
 */
export async function markContractLinksStale(db: Store, chain: string, upgraded: readonly Address[]): Promise<void> {
  if (upgraded.length === 0) return;
  const addresses = toByteaArray(upgraded);
  await sql`
    update contract_link set ${UNREAD}
    where chain = ${chain} and (address = any(${addresses}::bytea[]) or beacon = any(${addresses}::bytea[]))`.execute(
    db,
  );
}

/**
 * What was read after the block is unknown again, and waits; blocks after it are searched again. A range of
 * contract_link_by_block.
 */
export async function rewindContractLinks(db: Store, chain: string, blockNumber: bigint): Promise<void> {
  await sql`
    update contract_link set ${UNREAD}
    where chain = ${chain} and block_number > ${blockNumber}`.execute(db);
  await sql`delete from contract_link_scan where chain = ${chain} and first_block > ${blockNumber}`.execute(db);
  await sql`
    update contract_link_scan set last_block = ${blockNumber}
    where chain = ${chain} and last_block > ${blockNumber}`.execute(db);
}
