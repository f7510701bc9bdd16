import { sql } from "kysely";
import { fromBytea, toBytea } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { notifyTokens } from "../notifications/notify.ts";
import { queueHistoryTokens } from "../owners/historyChecks.ts";
import { toStorableText } from "./tokenRows.ts";

/** A token list's metadata of a token; null if missing. */
export type ListedToken = {
  address: Address;
  name: string | null;
  symbol: string | null;
  decimals: number | null;
  /** https only. */
  logoUrl: string | null;
  /** Whether wallets display it among the common ones. */
  isCore: boolean;
};

/**
 * Replaces the chain's listed tokens, except its native coin: they are verified, and neither scam nor suspicious;
 * tokens of an earlier list lose that, and wait to be described and judged by their contracts alone. A listed token's
 * name, symbol and decimals apply until its contract's are read. The token channel is notified of changed ones.
 * @param tokens - Each address once.
 */
export async function applyTokenList(db: Store, chain: string, tokens: readonly ListedToken[]): Promise<void> {
  const rows = JSON.stringify(tokens.map(fromListed));
  await sql`
    with given as (
      select * from jsonb_to_recordset(${rows}::jsonb) as g(address bytea, name text, symbol text, decimals smallint,
        logo_url text, is_core boolean)
    ), listed as (
      insert into token as t (chain, address, standard, name, symbol, decimals, logo_url, is_verified, is_core,
        protocol_id, is_scam, is_suspicious)
      select ${chain}, address, 'erc20', name, symbol, decimals, logo_url, true, is_core, '', false, false
      from given order by address
      on conflict (chain, address) do update set is_verified = true, is_core = excluded.is_core,
        logo_url = excluded.logo_url, is_scam = false, is_suspicious = false,
        name = ${chosen("name")}, symbol = ${chosen("symbol")}, decimals = ${chosen("decimals")}
      where (t.is_verified, t.is_core, t.logo_url, t.is_scam, t.is_suspicious, t.name, t.symbol, t.decimals)
        is distinct from (true, excluded.is_core, excluded.logo_url, false, false,
          ${chosen("name")}, ${chosen("symbol")}, ${chosen("decimals")})
      returning chain, address
    ), delisted as (
      update token t set is_verified = false, is_core = false, logo_url = null, metadata_block = null,
        is_scam = null, is_suspicious = null, name = ${ownOf("name")}, symbol = ${ownOf("symbol")},
        decimals = ${ownOf("decimals")}
      where chain = ${chain} and is_verified and standard <> 'native'
        and not exists (select 1 from given where given.address = t.address)
      returning chain, address
    ), changed as (
      select * from listed union all select * from delisted
    ), verified as (
      select address as token from listed
      where not exists (select 1 from token t where t.chain = ${chain} and t.address = listed.address and t.is_verified)
      union all select address from delisted
    ), rechecked as (${queueHistoryTokens(chain, "verified")}
    )
    ${notifyTokens("changed")}`.execute(db);
}

/** The contract's value, otherwise the list's. */
const chosen = (column: string) =>
  sql`case when t.metadata_block is null then excluded.${sql.ref(column)}
    else coalesce(t.${sql.ref(column)}, excluded.${sql.ref(column)}) end`;

const ownOf = (column: string) => sql`case when t.metadata_block is not null then t.${sql.ref(column)} end`;

const fromListed = ({ address, name, symbol, decimals, logoUrl, isCore }: ListedToken) => ({
  address: toBytea(address),
  name: toStorableText(name),
  symbol: toStorableText(symbol),
  decimals,
  logo_url: toStorableText(logoUrl),
  is_core: isCore,
});

/** The chain's listed tokens, by address; not its native coin. By token_verified. */
export async function listListedTokens(db: Store, chain: string): Promise<Address[]> {
  const { rows } = await sql<{ address: Bytea }>`
    select address from token
    where chain = ${chain} and is_verified = true and standard = 'erc20' order by address`.execute(db);
  return rows.map(({ address }) => fromBytea(address));
}

/** Those of the chain's listed tokens that are common, by address. By token_verified. */
export async function listCoreTokens(db: Store, chain: string, limit: number): Promise<Address[]> {
  const { rows } = await sql<{ address: Bytea }>`
    select address from token
    where chain = ${chain} and is_verified = true and standard = 'erc20' and is_core
    order by address limit ${limit}`.execute(db);
  return rows.map(({ address }) => fromBytea(address));
}

/** The symbols of the chain's listed tokens and its native coin, unmodified. By token_verified. */
export async function listVerifiedSymbols(db: Store, chain: string): Promise<string[]> {
  const { rows } = await sql<{ symbol: string | null }>`
    select distinct symbol from token where chain = ${chain} and is_verified = true`.execute(db);
  return rows.flatMap(({ symbol }) => symbol ?? []);
}
