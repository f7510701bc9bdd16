import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { toByteaArray, toNullableArray } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import type { BlockRef } from "../chains/chains.ts";
import type { Store } from "../database/database.ts";
import { withOwnerRows } from "../distribution/ownerRows.ts";
import { notifyTokens } from "../notifications/notify.ts";
import { fromToken } from "./tokenRows.ts";
import type { Token } from "./token.ts";

/**
 * Adds tokens, or updates their on-chain metadata. For an existing token these remain: metadata from token lists
 * (applyTokenList), fields that the new description lacks, and its supply (writeSupplies). One whose creation was
 * indexed gets time and creator from that. The token channel is notified of actual changes when the transaction
 * commits.
 */
export async function upsertTokens(db: Store, tokens: readonly Token[]): Promise<void> {
  if (tokens.length === 0) return;
  const rows = JSON.stringify(tokens.map(fromToken));
  await sql`
    with given as (
      select t.chain, t.address, standard, name, symbol, decimals, logo_url, is_verified, is_core,
        coalesce(c.time_at, t.time_at) as time_at, protocol_id, metadata_block, coalesce(c.creator, t.creator) as creator,
        total_supply, is_scam, is_suspicious, coalesce(c.time_at, t.time_at) is not null as is_traced
      from jsonb_populate_recordset(null::token, ${rows}::jsonb) t left join contract c using (chain, address)
    ), changed as (
      insert into token as t (chain, address, standard, name, symbol, decimals, logo_url, is_verified, is_core,
        time_at, protocol_id, metadata_block, creator, total_supply, is_scam, is_suspicious, is_traced)
      select * from given order by chain, address
      on conflict (chain, address) do update set (${UPSERTED}) = (${MERGED})
      where (t.metadata_block is null or excluded.metadata_block is null
          or t.metadata_block <= excluded.metadata_block)
        and (${prefixed}) is distinct from (${MERGED})
      returning chain, address
    )
    ${notifyTokens("changed")}`.execute(db);
}

/**
 * For an existing row `t` and a new row `excluded`. A verified token keeps fields that its contract no longer returns.
 * The deployment of one that did not exist is looked up again.
 */
const MERGE: Record<string, string> = {
  standard: "excluded.standard",
  name: "coalesce(excluded.name, case when t.is_verified then t.name end)",
  symbol: "coalesce(excluded.symbol, case when t.is_verified then t.symbol end)",
  decimals: "coalesce(excluded.decimals, case when t.is_verified then t.decimals end)",
  logo_url: "coalesce(t.logo_url, excluded.logo_url)",
  time_at: "coalesce(excluded.time_at, t.time_at)",
  protocol_id: "coalesce(nullif(excluded.protocol_id, ''), t.protocol_id)",
  metadata_block: "coalesce(excluded.metadata_block, t.metadata_block)",
  creator: "coalesce(excluded.creator, t.creator)",
  total_supply: "coalesce(t.total_supply, excluded.total_supply)",
  is_scam: "excluded.is_scam and not t.is_verified",
  is_suspicious: "excluded.is_suspicious and not t.is_verified",
  is_traced:
    "t.is_traced and (t.time_at is not null or t.standard <> 'unknown' or excluded.standard = 'unknown') or excluded.is_traced",
};
const columns = Object.keys(MERGE);
const UPSERTED: RawBuilder<unknown> = sql.raw(columns.join(", "));
const prefixed: RawBuilder<unknown> = sql.raw(columns.map((column) => `t.${column}`).join(", "));
const MERGED: RawBuilder<unknown> = sql.raw(Object.values(MERGE).join(", "));

export type Supply = {
  token: Address;
  /** Base units; null if the contract has no usable `totalSupply`. */
  totalSupply: bigint | null;
};

/**
 * Stores supplies of stored tokens; the channel is notified of changed ones. A token that no longer returns its supply,
 * or returns it for the first time, because its contract did not exist before, has changed: it waits to be described
 * again. By primary key.
 */
export async function writeSupplies(db: Store, chain: string, supplies: readonly Supply[]): Promise<void> {
  if (supplies.length === 0) return;
  const amounts = toNullableArray(supplies.map(({ totalSupply }) => totalSupply));
  const store = sql`
    with given as (
      select * from unnest(${toByteaArray(supplies.map(({ token }) => token))}::bytea[], ${amounts}::numeric[])
        as g(address, total_supply)
    ), locked as (
      select t.chain, t.address, given.total_supply from token t join given using (address)
      where t.chain = ${chain} and t.total_supply is distinct from given.total_supply
      order by t.address for update of t
    ), changed as (
      update token t set total_supply = locked.total_supply,
        metadata_block = case when t.total_supply is not null and locked.total_supply is not null then t.metadata_block end
      from locked
      where t.chain = locked.chain and t.address = locked.address
      returning t.chain, t.address
    )
    ${notifyTokens("changed")}`;
  await onTokens(
    db,
    chain,
    supplies.map(({ token }) => token),
    store,
  );
}

/** Executes a statement that locks these tokens and changes them. */
async function onTokens(db: Store, chain: string, tokens: readonly Address[], statement: RawBuilder<unknown>) {
  const where = [sql`chain = ${chain} and address = any(${toByteaArray(tokens)}::bytea[])`];
  await withOwnerRows(
    db,
    () => [{ table: "token", where, isWritten: true }],
    (tx) => statement.execute(tx),
  );
}

/** The judgement of a token: see `Token`. */
export type Judgement = Pick<Token, "address" | "isScam" | "isSuspicious">;

/** Stores judgements of tokens that aren't verified; the channel is notified of changed ones. By primary key. */
export async function writeJudgements(db: Store, chain: string, judgements: readonly Judgement[]): Promise<void> {
  if (judgements.length === 0) return;
  const flags = (name: "isScam" | "isSuspicious") => `{${judgements.map((one) => String(one[name])).join(",")}}`;
  const store = sql`
    with given as (
      select * from unnest(${toByteaArray(judgements.map(({ address }) => address))}::bytea[],
        ${flags("isScam")}::boolean[], ${flags("isSuspicious")}::boolean[]) as g(address, is_scam, is_suspicious)
    ), locked as (
      select t.chain, t.address, given.is_scam, given.is_suspicious from token t join given using (address)
      where t.chain = ${chain} and not t.is_verified
        and (t.is_scam, t.is_suspicious) is distinct from (given.is_scam, given.is_suspicious)
      order by t.address for update of t
    ), changed as (
      update token t set is_scam = locked.is_scam, is_suspicious = locked.is_suspicious from locked
      where t.chain = locked.chain and t.address = locked.address
      returning t.chain, t.address
    )
    ${notifyTokens("changed")}`;
  await onTokens(
    db,
    chain,
    judgements.map(({ address }) => address),
    store,
  );
}

/**
 * Token metadata read after a block must be read again, and deployments after it are removed. A deployment in the same
 * second is looked up again, unless the contract's creation is indexed at or before the block. Scans the chain's.
 */
export async function rewindTokens(db: Store, chain: string, { blockNumber, timeAt }: BlockRef): Promise<void> {
  await sql`
    with changed as (
      update token set metadata_block = null, total_supply = null
      where chain = ${chain} and metadata_block > ${blockNumber}
      returning chain, address
    )
    ${notifyTokens("changed")}`.execute(db);
  await sql`
    with changed as (
      update token t set time_at = null, creator = null, is_traced = false
      where chain = ${chain} and (time_at > ${timeAt} or time_at = ${timeAt} and not exists (
        select 1 from contract c where c.chain = ${chain} and c.address = t.address and c.block_number <= ${blockNumber}
      ))
      returning chain, address
    )
    ${notifyTokens("changed")}`.execute(db);
}
