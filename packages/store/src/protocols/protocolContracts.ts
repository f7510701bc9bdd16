import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { fromBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { BlockRef } from "../chains/chains.ts";
import type { Store } from "../database/database.ts";
import { withOwnerRows } from "../distribution/ownerRows.ts";
import { CHAIN_CHANNEL, PROTOCOL_CHANNEL } from "../notifications/channels.ts";
import { notify, notifyTokens } from "../notifications/notify.ts";

/**
 * Protocol of a contract. A receipt is a token that represents a deposit or a debt, an nft a contract whose NFTs are
 * positions, a place is any other contract.
 */
export interface ProtocolContract {
  address: Address;
  protocolId: string;
  identity: "nft" | "place" | "receipt";
}

/**
 * The next tokens, pools, NFT collections and emitters of a chain that were not passed to the adapters yet, by address.
 * Those passed to writeProtocolContracts are no longer listed. Tokens of a token list follow once their contracts are
 * described: there may be none. By the tables' indexes of unclassified rows.
 */
export async function listUnclassified(db: Store, chain: string, limit: number): Promise<Address[]> {
  const { rows } = await sql<{ address: Bytea }>`
    (select address from token
    where chain = ${chain} and not is_classified and standard = 'erc20'
      and (not is_verified or metadata_block is not null) order by address limit ${limit})
    union
    (select address from price_source
    where chain = ${chain} and not is_classified and kind in ('v2', 'v3') order by address limit ${limit})
    union
    (select address from nft_contract where chain = ${chain} and not is_classified order by address limit ${limit})
    union
    (select address from emitter where chain = ${chain} and not is_classified order by address limit ${limit})
    order by address limit ${limit}`.execute(db);
  return rows.map(({ address }) => fromBytea(address));
}

/**
 * Unclaimed contracts that are due to be checked again at a time of the chain, unix seconds: the longest due first. By
 * protocol_contract_recheck.
 */
export async function listRecheckable(db: Store, chain: string, timeAt: number, limit: number): Promise<Address[]> {
  const { rows } = await sql<{ address: Bytea }>`
    select address from protocol_contract where chain = ${chain} and identity = 'none' and recheck_at <= ${timeAt}
    order by recheck_at limit ${limit}`.execute(db);
  return rows.map(({ address }) => fromBytea(address));
}

/** Seconds until an unclaimed contract is checked again: four times longer after each check, up to 30 days. */
const [FIRST_RECHECK, MAX_RECHECK] = [3_600, 30 * 86_400];
const RECHECK_GROWTH = 4;
/** By then the delay is the maximum. */
const MAX_COUNT = 9;

/**
 * Stores the protocols of these contracts, replacing earlier results; unclaimed contracts are stored as such, and are due
 * again later: see listRecheckable. A receipt's token gets its protocol, and the token channel is notified; of other
 * contracts the protocol or the chain channel. By primary keys.
 * @param head - The block at which they were checked.
 * @param looked - All contracts that were passed to the adapters; `found` may contain others.
 * @param found - Of several claims of a contract, the first counts.
 */
export async function writeProtocolContracts(
  tx: Store,
  chain: string,
  { blockNumber, timeAt }: Pick<BlockRef, "blockNumber" | "timeAt">,
  looked: readonly Address[],
  found: readonly ProtocolContract[],
): Promise<void> {
  const addresses = [...new Set([...looked, ...found.map(({ address }) => address)])];
  if (addresses.length === 0) return;
  const all = toByteaArray(addresses);
  const claims = sql`unnest(${toByteaArray(found.map(({ address }) => address))}::bytea[],
    ${found.map(({ protocolId }) => protocolId)}::text[], ${found.map(({ identity }) => identity)}::text[])
    with ordinality as c(address, protocol_id, identity, nth)`;
  const replace = sql`
    delete from protocol_contract p where chain = ${chain} and address = any(${all}::bytea[]) and case p.protocol_id
      when '' then exists (select 1 from ${claims} where c.address = p.address)
      else not exists (select 1 from ${claims} where c.address = p.address and c.protocol_id = p.protocol_id) end`;
  const add = sql`
    insert into protocol_contract as p (chain, address, protocol_id, identity, block_number, recheck_at, precedence)
    select distinct on (address, coalesce(protocol_id, '')) ${chain}, address, coalesce(protocol_id, ''),
      coalesce(identity, 'none'), ${blockNumber}::bigint, ${timeAt + FIRST_RECHECK}::bigint, coalesce(nth, 0)
    from unnest(${all}::bytea[]) as l(address) left join ${claims} using (address)
    order by address, coalesce(protocol_id, ''), nth
    on conflict (chain, address, protocol_id) do update set
      identity = excluded.identity, block_number = least(p.block_number, excluded.block_number),
      precedence = excluded.precedence, check_count = least(p.check_count + 1, ${MAX_COUNT}),
      recheck_at = ${timeAt}::bigint
        + least(${FIRST_RECHECK} * power(${RECHECK_GROWTH}::int, p.check_count), ${MAX_RECHECK})::bigint`;
  await markClassified(tx, chain, all);
  const claim = sql`
    with receipt as (
      select distinct on (address) address, protocol_id from ${claims} where identity = 'receipt' order by address, nth
    ), given as (
      select address, coalesce(protocol_id, '') as protocol_id
      from unnest(${all}::bytea[]) as l(address) left join receipt using (address)
    ), changed as (${claimTokens(chain)})
    ${notifyTokens("changed")}`;
  const where = [sql`chain = ${chain} and address = any(${all}::bytea[])`];
  await withOwnerRows(
    tx,
    () => [
      { table: "protocol_contract", where, isWritten: true },
      { table: "token", where, isWritten: true },
    ],
    async (copies) => {
      await replace.execute(copies);
      await add.execute(copies);
      await claim.execute(copies);
    },
  );
  const nfts = found.find(({ identity }) => identity === "nft");
  if (nfts !== undefined) await notify(tx, PROTOCOL_CHANNEL, nfts.protocolId);
  if (found.some(({ identity }) => identity === "place")) await notify(tx, CHAIN_CHANNEL, chain);
}

/** Tables of contracts that adapters identify. */
const CLASSIFIED = ["token", "price_source", "nft_contract", "emitter"] as const;

async function markClassified(tx: Store, chain: string, addresses: Buffer): Promise<void> {
  for (const table of CLASSIFIED) {
    await sql`
      update ${sql.table(table)} set is_classified = true
      where chain = ${chain} and address = any(${addresses}::bytea[]) and not is_classified`.execute(tx);
  }
}

/** Sets the protocols of tokens, from the common table expression `given` (address, protocol_id). */
const claimTokens = (chain: string): RawBuilder<unknown> => sql`
      update token t set protocol_id = given.protocol_id from given
      where t.chain = ${chain} and t.address = given.address and t.protocol_id <> given.protocol_id
      returning t.chain, t.address`;

/**
 * Deletes these protocols' contracts, so that adapters of these versions identify them again; null: a version not
 * stored yet. Their receipts are plain tokens until then. By protocol_contract_by_protocol.
 * @param versions - By protocol id.
 */
export async function deleteClassification(
  tx: Store,
  chain: string,
  versions: ReadonlyMap<string, string | null>,
): Promise<void> {
  const ids = [...versions.keys()];
  await deleteContracts(tx, chain, sql`protocol_id = any(${ids}::text[])`);
  for (const [id, version] of versions) await setIdentifyVersion(tx, chain, id, version);
}

/** Deletes identifications in blocks after a fork. Scans the chain's. */
export async function rewindProtocolContracts(tx: Store, chain: string, fork: bigint): Promise<void> {
  await deleteContracts(tx, chain, sql`block_number > ${fork}`);
}

/**
 * Deletes rows; the token channel is notified of tokens that are no longer receipts. All deleted addresses wait to be
 * identified.
 */
async function deleteContracts(tx: Store, chain: string, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    with gone as (
      delete from protocol_contract where chain = ${chain} and (${condition}) returning address, protocol_id
    ), ${sql.join(
      CLASSIFIED.filter((table) => table !== "token").map(
        (table) => sql`${sql.ref(`unclassified_${table}`)} as (
          update ${sql.table(table)} s set is_classified = false from (select distinct address from gone) g
          where s.chain = ${chain} and s.address = g.address
        )`,
      ),
    )}, forgotten as (
      update token t set is_classified = false,
        protocol_id = case when protocol_id <> all(g.protocol_ids) then protocol_id else '' end
      from (select address, array_agg(protocol_id) as protocol_ids from gone group by address) g
      where t.chain = ${chain} and t.address = g.address
      returning t.chain, t.address, t.protocol_id, g.protocol_ids
    ), changed as (
      select chain, address from forgotten where protocol_id = '' and protocol_ids <> '{""}'
    )
    ${notifyTokens("changed")}`.execute(tx);
}

/** Adds contracts that emitted events of protocols: they wait to be identified. By primary key. */
export async function addEmitters(tx: Store, chain: string, addresses: readonly Address[]): Promise<void> {
  if (addresses.length === 0) return;
  await sql`
    insert into emitter (chain, address)
    select ${chain}, address from unnest(${toByteaArray(addresses)}::bytea[]) as given(address) order by address
    on conflict do nothing`.execute(tx);
}

/** A contract whose NFTs are positions in a protocol. */
export interface IdentifiedNfts {
  chain: string;
  contract: Address;
  protocolId: string;
}

/** Of one protocol: anybody may deploy contracts that one identifies by their form. */
const NFT_CONTRACTS_MAX = 2_000;

/**
 * All of them, by chain and address; of several protocols the one that counts. Of each protocol the first that were
 * identified. By protocol_contract_nfts.
 */
export async function listIdentifiedNfts(db: Store): Promise<IdentifiedNfts[]> {
  const { rows } = await sql<{ chain: string; address: Bytea; protocol_id: string }>`
    select distinct on (chain, address) chain, address, protocol_id from (
      select *, row_number() over (partition by protocol_id order by block_number, address) as nth
      from protocol_contract where identity = 'nft'
    ) nft where nth <= ${NFT_CONTRACTS_MAX} order by chain, address, precedence, protocol_id`.execute(db);
  return rows.map((row) => ({ chain: row.chain, contract: fromBytea(row.address), protocolId: row.protocol_id }));
}

/** The contracts that a protocol's adapter identified, by address. By protocol_contract_by_protocol. */
export async function listProtocolContracts(db: Store, chain: string, protocolId: string): Promise<Address[]> {
  const { rows } = await sql<{ address: Bytea }>`
    select address from protocol_contract where chain = ${chain} and protocol_id = ${protocolId} order by address`.execute(
    db,
  );
  return rows.map(({ address }) => fromBytea(address));
}

/** Those of these protocols that identified a contract. A look-up in protocol_contract_by_protocol for each. */
export async function listIdentifyingProtocols(db: Store, chain: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids}::text[]) as requested(id) where exists (
      select 1 from protocol_contract where chain = ${chain} and protocol_id = id
    )`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Adapter versions that identified a chain's contracts: by protocol id, if there is one. Scans protocol. */
export async function listIdentifyVersions(db: Store, chain: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; identify_version: string }>`
    select id, identify_version from protocol where chain = ${chain} and identify_version is not null`.execute(db);
  return new Map(rows.map((row) => [row.id, row.identify_version]));
}

/** See listIdentifyVersions. By primary key. */
export async function setIdentifyVersion(db: Store, chain: string, id: string, version: string | null): Promise<void> {
  await sql`
    insert into protocol (id, chain, identify_version) values (${id}, ${chain}, ${version})
    on conflict (id) do update set identify_version = excluded.identify_version`.execute(db);
}
